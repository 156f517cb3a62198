import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleText, type BundleFacts } from '#core/diagnostics/bundle';
import { readLog } from '#core/diagnostics/log-lines';
import { createFiles } from '#node/files';
import { createFileLog } from '#node/log';
import { createSyncHistory, readHistory } from '#core/sync/sync-history';

const line = (level: string, message: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ at: '2026-11-21T10:00:00.000Z', level, message, ...more });
const files = (texts: Record<string, string>) => ({ readText: (name: string) => texts[name] ?? null });
const ALL = ['error', 'warn', 'info'] as const;

describe('the log in the viewer', () => {
  it('is newest first, across the rotation, without torn lines', () => {
    const log = files({
      'logs/satchel.log.1': `${line('info', 'one')}\n`,
      'logs/satchel.log': `${line('warn', 'two', { path: '/v1' })}\n${line('info', 'three')}\n{"at":"2026`,
    });
    expect(
      readLog(log, { levels: ALL, text: '', limit: 10 }).lines.map(({ message, facts }) => [message, facts]),
    ).toEqual([
      ['three', ''],
      ['two', '{"path":"/v1"}'],
      ['one', ''],
    ]);
  });

  it('has the lines of every file that the log keeps', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-log-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const log = createFileLog(folder, { maxBytes: 300 });
    for (let n = 0; n < 40; n++) log.info(`line ${n}`);
    const kept = readdirSync(join(folder, 'logs')).flatMap((name) =>
      readFileSync(join(folder, 'logs', name), 'utf8')
        .split('\n')
        .filter(Boolean),
    );
    const { lines, more } = readLog(createFiles(folder), { levels: ALL, text: '', limit: 100 });
    expect(lines.map(({ message }) => message)).toEqual(kept.map((_, at) => `line ${39 - at}`));
    expect([new Set(kept).size > 9, more]).toEqual([true, false]);
  });

  it('filters by level and text, and says if there is more', () => {
    const log = files({
      'logs/satchel.log': ['a', 'B', 'ab']
        .map((message, index) => line(index === 1 ? 'error' : 'info', message))
        .join('\n'),
    });
    expect(
      readLog(log, { levels: ['error'], text: '', limit: 10 }).lines.map(({ message }) => message),
    ).toEqual(['B']);
    expect(readLog(log, { levels: ALL, text: 'AB', limit: 10 }).lines.map(({ message }) => message)).toEqual([
      'ab',
    ]);
    expect(readLog(log, { levels: ALL, text: '', limit: 2 })).toMatchObject({
      more: true,
      lines: [{ message: 'ab' }, { message: 'B' }],
    });
    expect(readLog(files({}), { levels: ALL, text: '', limit: 2 })).toEqual({ lines: [], more: false });
  });

  it.each([
    'failed: order, lead',
    'sync finished trouble: offline',
    String.raw`no room in C:\Users\mia`,
    'the “copy” of "Nord"',
    '"trouble":"offline"',
  ])('finds what the screen shows of a line, and what the file has: %s', (text) => {
    const log = files({
      'logs/satchel.log': [
        line('info', 'sync finished', { trouble: 'offline', failed: ['order', 'lead'] }),
        line('info', String.raw`no room in C:\Users\mia`, { note: 'the “copy” of "Nord"' }),
        line('info', 'offline'),
      ].join('\n'),
    });
    expect(readLog(log, { levels: ALL, text, limit: 10 }).lines).toHaveLength(1);
  });

  it.each(['level', 'message', 'info'])('does not find a word that only the file has: %s', (text) => {
    const log = files({ 'logs/satchel.log': line('info', 'company/list', { why: 'ok' }) });
    expect(readLog(log, { levels: ALL, text, limit: 10 }).lines).toEqual([]);
  });
});

describe('the report for support', () => {
  const facts: BundleFacts = {
    madeAt: '2026-11-21T10:00:00.000Z',
    version: '1',
    shell: 'web',
    platform: 'linux',
    tokenStorage: 'memory',
    demo: false,
    baseUrl: 'https://crm.example.com/secret-path?x=1',
    auth: 'signed-in',
    directory: '/home/mia/.satchel',
    sync: {
      connectivity: 'online',
      since: 1,
      lastAnswerAt: 1,
      demoOffline: false,
      running: false,
      freshAsOf: 1,
      newestPagesRead: true,
      waiting: 0,
      detailsMonths: null,
      searchable: null,
      requests: { attention: 'in-use', lastMinute: 3, perMinute: 600, limit: 1200 },
      resources: [
        {
          resource: 'order',
          state: 'failed',
          records: 5,
          expected: 5,
          details: 0,
          detailsExpected: 5,
          completeAsOf: null,
          isAwaited: false,
          covers: [],
          error: { code: 'refused', detail: 'No Privilege for Acme Ltd' },
        },
      ],
      refusedLookups: [],
      error: { code: 'refused', detail: 'No Privilege for Acme Ltd' },
    },
    outbox: {
      counts: { queued: 2 },
      waiting: 2,
      needsUser: 0,
      replaced: 0,
      held: 0,
      blocked: 0,
      paused: false,
      needsSignIn: false,
      quietUntil: 0,
      holds: {},
      firstHeld: {},
      unreadable: 0,
      storage: null,
      undoSeconds: 0,
    },
    parts: { drift: [] },
    log: [
      {
        at: 'T',
        level: 'info',
        message: 'opened /home/mia/.satchel/accounts and C:\\Users\\mia\\x',
        facts: '{"mail":"mia.chen@example.com","t":"eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"}',
      },
    ],
  };
  it('contains the facts, but no token, address, home directory or message of the service', () => {
    const text = bundleText(facts);
    const document = JSON.parse(text) as {
      account: unknown;
      sync: { error: unknown; resources: { error: unknown }[] };
      outbox: { waiting: number };
      log: string[];
    };
    expect(document.account).toEqual({ demo: false, host: 'crm.example.com', auth: 'signed-in' });
    expect([document.sync.error, document.sync.resources[0]?.error]).toEqual(['refused', 'refused']);
    expect(document.outbox.waiting).toBe(2);
    for (const secret of ['mia', 'eyJ', 'secret-path', 'Acme']) expect(text).not.toContain(secret);
    expect(document.log[0]).toContain('<data>/accounts');
  });

  it('contains no home directory whose name has a space, also in a fact of the log', () => {
    const directory = String.raw`C:\Users\Mia Chen\AppData\Roaming\Satchel`;
    const text = bundleText({
      ...facts,
      directory,
      parts: { requests: [{ path: String.raw`c:\users\Mia Chen\x` }] },
      log: [
        {
          at: 'T',
          level: 'warn',
          message: `no room in ${directory}`,
          facts: JSON.stringify({ file: `${directory}\\outbox.db`, other: String.raw`C:\Users\Mia Chen` }),
        },
      ],
    });
    expect(text).not.toContain('Mia');
    expect(text).not.toContain('Chen');
    expect(JSON.parse(text)).toMatchObject({ log: [expect.stringContaining('outbox.db')] });
  });

  it.each([
    '张三@公司.example',
    'jürgen.müller@firma.example',
    "o'neill@shop.example",
    'a+b@xn--d1acufc.example',
  ])('contains no part of the e-mail address %s', (address) => {
    const log = [{ at: 'T', level: 'warn', message: `refused for ${address}, again`, facts: '' }];
    expect(JSON.parse(bundleText({ ...facts, log }))).toMatchObject({
      log: ['T warn refused for <e-mail>, again'],
    });
  });

  it.each(['mia@shop.example', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'])(
    'is readable JSON also if a line break is before what is removed: %s',
    (removed) => {
      const log = [{ at: 'T', level: 'warn', message: `refused:\n${removed}`, facts: '' }];
      const { log: lines } = JSON.parse(bundleText({ ...facts, log })) as { log: string[] };
      expect(lines[0]).toMatch(/refused:\n(?:…|<e-mail>)$/);
    },
  );

  it.each([
    String.raw`\\files.corp.example\home$\Mia Chen\Documents\satchel-report.json`,
    String.raw`\\files\users\mia\Desktop`,
    String.raw`\\?\UNC\files\users\mia\Desktop`,
    String.raw`\\?\C:\Users\Mia Chen\Desktop`,
    String.raw`C:\Users\MIACHE~1\AppData\Local\Temp`,
    'file:///C:/Users/Mia%20Chen/Satchel/index.js',
  ])('names no folder of a person on a server or in another form: %s', (path) => {
    const message = `EPERM: open '${path}', then "retry\nno"`;
    const log = [{ at: 'T', level: 'warn', message, facts: JSON.stringify({ cause: message }) }];
    const text = bundleText({ ...facts, parts: {}, log });
    expect(text).not.toMatch(/mia/i);
    expect(text.match(/EPERM: open/g)).toHaveLength(2);
    expect(text.match(/then/g)).toHaveLength(2);
  });

  it('leaves line breaks and quoted backslashes of a log as they are', () => {
    const said = String.raw`"a\nb" and \\ and C:\Satchel\x and 王芳\\成`;
    const log = [{ at: 'T', level: 'warn', message: said, facts: '' }];
    expect(JSON.parse(bundleText({ ...facts, parts: {}, log }))).toMatchObject({ log: [`T warn ${said}`] });
  });

  it('names no data folder of Windows that is outside the home directory, also in a fact of the log', () => {
    const directory = String.raw`D:\Mia Chen\Satchel`;
    const more = JSON.stringify({ file: `${directory}\\outbox.db` });
    const log = [{ at: 'T', level: 'warn', message: `no room in ${directory}`, facts: more }];
    const text = bundleText({ ...facts, directory, parts: {}, log });
    expect(text).not.toContain('Mia');
    expect(JSON.parse(text)).toMatchObject({ log: [expect.stringContaining('outbox.db')] });
  });
});

describe('the sync history', () => {
  it('keeps the latest rounds, newest first, and ignores unreadable ones', () => {
    const kept = new Map<string, string>([['pull/history', 'nonsense']]);
    const cache = {
      state: (key: string) => kept.get(key) ?? null,
      setState: (key: string, json: string) => void kept.set(key, json),
    };
    let now = 0;
    const history = createSyncHistory(cache, { now: () => (now += 10) });
    expect(readHistory(cache)).toEqual([]);
    for (let round = 0; round < 70; round += 1) {
      history.begin();
      history.changed('order', 2);
      history.changed('order', 1);
      history.changed('trail', 0);
      history.end(round === 69 ? { code: 'offline', detail: 'x' } : null, round === 68 ? ['lead'] : []);
    }
    const rounds = readHistory(cache);
    expect(rounds).toHaveLength(60);
    expect(rounds[0]).toMatchObject({ trouble: 'offline', failed: [], changed: { order: 3 } });
    expect(rounds[1]).toMatchObject({ trouble: null, failed: ['lead'] });
    expect(rounds[0]!.startedAt).toBeLessThan(rounds[0]!.endedAt);
  });
});
