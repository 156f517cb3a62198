/**
 * Encrypting and decrypting unsent work, killed before every step (in CI; otherwise before seven of them).
 * The remaining files must open by keychain and by code and be complete, and the change can be made again.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wasKilled } from '../../support/ended';
import { buildChild } from '../../support/child-script';
import { KEYCHAIN } from '../../support/outbox/encrypted-account';
import { CLIENT } from '../../support/sync/connection';
import { type CoreFixture, makeCore } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, ORIGIN } from '../../support/sync/service-fixture';
import { isThorough } from '../../support/thorough';

const CANARY = 'Kept through every kill';
const OFFLINE = { kind: 'failure', reason: 'connect', unsent: true, detail: 'offline' } as const;
let [directory, script] = ['', ''];

/** A core over a data directory, with a keychain that knows its keys. */
const open = async (data: string): Promise<CoreFixture> => {
  const keyring = fakeKeyring();
  keyring.mood.directory = data;
  return makeCore({
    transport: { read: () => Promise.resolve(OFFLINE), push: () => Promise.resolve(OFFLINE) },
    directory: data,
    databaseKeys: keyring.databaseKeys,
    outboxKeys: keyring.outboxKeys,
    secrets: KEYCHAIN,
  });
};
const titles = (fixture: CoreFixture): string[] =>
  fixture.core.accounts
    .current()
    ?.outbox.list()
    .map(({ title }) => title) ?? [];
const protect = async (fixture: CoreFixture): Promise<void> => {
  const offer = fixture.core.accounts.offerCode();
  if (!offer.ok) throw new Error(offer.error.code);
  expect(
    await fixture.core.accounts.confirmCode(offer.ask.map((place) => offer.code.split('-')[place] ?? '')),
  ).toMatchObject({ ok: true });
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-switch-kill-'));
  script = await buildChild('store/switch-child.ts');
  // One account that has something to lose, plain and encrypted, with an older copy each.
  const service = makeService({ dataset: 5 });
  const keyring = fakeKeyring();
  keyring.mood.directory = join(directory, 'plain');
  const fixture = await makeCore({
    transport: service.wire,
    directory: join(directory, 'plain'),
    databaseKeys: keyring.databaseKeys,
    outboxKeys: keyring.outboxKeys,
    secrets: KEYCHAIN,
  });
  expect(
    (
      await call(fixture.core.router.accounts.connect, {
        baseUrl: ORIGIN,
        credentials: CLIENT,
        name: 'Killed',
      })
    ).ok,
  ).toBe(true);
  expect(
    (
      await call(fixture.core.router.outbox.submit, {
        command: {
          kind: 'company',
          schema: 1,
          target: null,
          fields: { name: CANARY, pool_id: '1' },
          children: [
            { ref: 'local:c1', fields: { name: 'Ann', email: 'ann@example.com', main_customer_flag: 1 } },
          ],
        },
      })
    ).ok,
  ).toBe(true);
  await fixture.core.close();
  service.close();
  const folder = join(directory, 'plain/accounts', fixture.core.accounts.state().accounts[0]?.id ?? '');
  cpSync(join(folder, 'outbox.db'), join(folder, 'outbox.before-1-1.db'));
  cpSync(join(directory, 'plain'), join(directory, 'encrypted'), { recursive: true });
  const other = await open(join(directory, 'encrypted'));
  await protect(other);
  await other.core.close();
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  rmSync(script, { force: true });
});

const run = (
  data: string,
  change: 'on' | 'off',
  at: number,
): { steps: string[]; code: string | null; ended: 'done' | 'killed' } => {
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [script, data, change, String(at)], {
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  const code = lines.find((line) => line.startsWith('code '))?.slice(5) ?? null;
  const steps = lines.filter((line) => !line.startsWith('code ') && line !== 'done');
  if (lines.at(-1) !== 'done' && !wasKilled({ code: status, signal, stderr }))
    throw new Error(`the child ended with ${status}: ${stderr}`);
  return { steps, code, ended: lines.at(-1) === 'done' ? 'done' : 'killed' };
};

/** What the next start finds: everything, in one form or the other; the other form is one more try away. */
const expectWhole = async (
  data: string,
  change: 'on' | 'off',
  code: string | null,
  what: string,
): Promise<'plain' | 'encrypted'> => {
  const fixture = await open(data);
  try {
    const { account, locked, notices, outboxProtection } = fixture.core.accounts.state();
    expect([locked, notices, titles(fixture)], what).toEqual([null, [], [CANARY]]);
    const folder = join(data, 'accounts', account?.id ?? '');
    const encrypted = outboxProtection?.state === 'encrypted';
    const kindOf = (name: string): string =>
      fixture.ports.files.databaseKind(`accounts/${account?.id}/${name}`);
    expect(['outbox.db', 'outbox.before-1-1.db'].map(kindOf), what).toEqual(
      encrypted ? ['encrypted', 'encrypted'] : ['plain', 'plain'],
    );
    expect(
      readdirSync(folder).filter((name) => /^outbox\..*encrypting|^outbox\.db.*aside/.test(name)),
      what,
    ).toEqual([]);
    expect(
      readdirSync(folder).filter((name) => name === 'outbox.key' || name === 'outbox.recovery'),
      what,
    ).toEqual(encrypted ? ['outbox.key', 'outbox.recovery'] : []);
    if (encrypted && code !== null)
      expect(fixture.ports.outboxKeys.unwrap(account?.id ?? '', code), what).toBe('opened');
    if (change === 'on' && !encrypted) await protect(fixture);
    if (change === 'off' && encrypted)
      expect(await fixture.core.accounts.decryptOutbox(), what).toMatchObject({ ok: true });
    expect([fixture.core.accounts.state().outboxProtection?.state, titles(fixture)], what).toEqual([
      change === 'on' ? 'encrypted' : 'plain',
      [CANARY],
    ]);
    return encrypted ? 'encrypted' : 'plain';
  } finally {
    await fixture.core.close();
  }
};

describe.each([
  ['on', 'plain'],
  ['off', 'encrypted'],
] as const)('unsent work whose encryption is switched %s, killed', (change, from) => {
  it('[AU12] before every step', async () => {
    const fresh = (): string => {
      const data = mkdtempSync(join(directory, `${change}-`));
      cpSync(join(directory, from), data, { recursive: true });
      return data;
    };
    const whole = fresh();
    const { steps, ended, code } = run(whole, change, 0);
    expect(ended).toBe('done');
    expect(steps).toEqual(
      expect.arrayContaining([
        ...(change === 'on' ? ['wrap', 'keep'] : ['forget']),
        'foldIn',
        'copy',
        'encrypt',
        'compare',
        'syncFile',
        'rename',
        'syncDirectory',
        'open',
      ]),
    );
    expect(await expectWhole(whole, change, code, 'not killed')).toBe(
      change === 'on' ? 'encrypted' : 'plain',
    );
    const left = { plain: 0, encrypted: 0 };
    // The first file's begin, the second one's end, and the keys before or after both.
    const looked = new Set([
      0,
      ...['encrypt', 'open'].map((step) => steps.indexOf(step)),
      ...['copy', 'compare', 'rename'].map((step) => steps.lastIndexOf(step)),
      steps.length - 1,
    ]);
    for (let at = 1; at <= steps.length; at += 1) {
      // Removals of what is not there are one step.
      if (steps[at - 1] === 'remove' && steps[at - 2] === 'remove') continue;
      if (!isThorough && !looked.has(at - 1)) continue;
      const data = fresh();
      const killed = run(data, change, at);
      const what = `${change}, before step ${at} (${steps[at - 1]})`;
      expect(killed.ended, what).toBe('killed');
      left[await expectWhole(data, change, killed.code, what)] += 1;
      rmSync(data, { recursive: true, force: true });
    }
    expect(left.plain, JSON.stringify(left)).toBeGreaterThan(isThorough ? 5 : 1);
    expect(left.encrypted, JSON.stringify(left)).toBeGreaterThan(isThorough ? 5 : 1);
  }, 300_000);
});
