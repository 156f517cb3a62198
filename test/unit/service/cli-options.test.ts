import { expect, test } from 'vitest';
import { parseCli } from '#service/cli-options';

test('without options the demo runs on a free port, on disk', () => {
  expect(parseCli([])).toMatchObject({
    port: 0,
    dataDirectory: '.cache/service',
    profile: 'full',
    seed: 1,
    control: false,
    httpErrors: false,
    tokenTtlSeconds: 28_800,
    quirks: {},
  });
});

test('reads every option', () => {
  expect(
    parseCli([
      '--port',
      '8123',
      '--memory',
      '--dataset',
      '5000',
      '--profile=contract',
      '--control',
      '--seed',
      '7',
      '--http-errors',
      '--token-ttl',
      '60',
      '--quirks',
      'page-cap,minus-one',
    ]),
  ).toEqual({
    port: 8123,
    dataDirectory: undefined,
    dataset: 5000,
    profile: 'contract',
    control: true,
    seed: 7,
    httpErrors: true,
    tokenTtlSeconds: 60,
    quirks: { pageCap: 50, minusOne: true },
    quirkNames: ['page-cap', 'minus-one'],
  });
});

test('seeded quirks are the same for the same seed', () => {
  expect(parseCli(['--quirks', 'seeded', '--seed', '4'])).toEqual(
    parseCli(['--seed', '4', '--quirks', 'seeded']),
  );
});

for (const [argv, words] of [
  [['--port', 'x'], '--port'],
  [['--port', '70000'], '--port'],
  [['--port'], 'needs a value'],
  [['--bogus'], 'Unknown option'],
  [['x'], 'Unknown option'],
  [['--memory', '--data', 'd'], 'exclude'],
  [['--memory=1'], 'takes no value'],
  [['--dataset', '-1'], '--dataset'],
  [['--dataset', '0'], '--dataset'],
  [['--profile', 'z'], '--profile'],
  [['--quirks', 'foo'], 'foo'],
  [['--token-ttl', '0'], '--token-ttl'],
  [['--seed', '1', '--seed', '2'], 'twice'],
] as const) {
  test(`refuses ${argv.join(' ')} with one line`, () => {
    const parsed = parseCli(argv);
    expect(parsed).toHaveProperty('problem', expect.stringContaining(words));
    expect('problem' in parsed && parsed.problem).not.toContain('\n');
  });
}
