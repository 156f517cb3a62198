import { describe, expect, it } from 'vitest';
import { parseStartOptions } from '../../../../src/main/node/start-options';

describe('parseStartOptions', () => {
  it('reads every option', () => {
    expect(
      parseStartOptions([
        '--web',
        '--no-open',
        '--demo',
        '--port',
        '8080',
        '--data',
        '/tmp/x',
        '--base-url',
        'https://crm.example.com',
        '--undo-seconds=0',
      ]),
    ).toEqual({
      ok: true,
      options: {
        web: true,
        open: false,
        demo: true,
        port: 8080,
        data: '/tmp/x',
        baseUrl: 'https://crm.example.com',
        undoSeconds: 0,
      },
    });
  });

  it.each([
    [['--port', '99999'], '--port takes a number from 0 to 65535, not "99999"'],
    [['--port', 'eight'], 'not "eight"'],
    [['--base-url', 'crm'], '--base-url takes an address such as https://crm.example.com, not "crm"'],
    [['--undo-seconds', '31'], '--undo-seconds takes a number from 0 to 30, not "31"'],
    [['--undo-seconds='], 'not ""'],
    [['--colour'], "Unknown option '--colour'"],
    [['stray'], 'stray'],
  ])('refuses %j with one line that says what to do', (args, words) => {
    const result = parseStartOptions(args);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.message).toContain(words);
    expect(result.message).toContain('Options:');
    expect(result.message).not.toContain('\n');
  });
});
