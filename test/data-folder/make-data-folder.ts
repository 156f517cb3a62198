/**
 * Makes a data folder with unsent work of every kind, as this version of Satchel writes it: two accounts of
 * two services, with drafts and with items that were delivered, wait, are held, are in doubt, in conflict,
 * refused or discarded. It uses only what earlier versions have too, so that it runs in an old checkout.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeCore, memorySecrets, type CoreFixture } from '../support/sync/core-fixture';
import { CLIENT } from '../support/sync/connection';
import { fakeKeyring } from '../support/sync/fake-keyring';
import { makeService, ORIGIN, type ServiceFixture } from '../support/sync/service-fixture';

export interface KeptItem {
  id: string;
  kind: string;
  title: string;
  state: string;
  held: boolean;
}
export interface KeptAccount {
  id: string;
  origin: string;
  items: KeptItem[];
  drafts: { id: string; form: unknown }[];
  /** How many records the service holds with this text in them. */
  records: Record<string, number>;
  /** The service's own database. */
  service: string;
}
export interface KeptFolder {
  /** Contents by path, in base64. */
  files: Record<string, string>;
  accounts: KeptAccount[];
}

export const ORIGINS = [ORIGIN, 'http://127.0.0.1:8081'] as const;
const KINDS = ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'] as const;
/** Nobody else's folder is put together by these seeds. */
const SEEDS = [11, 12] as const;

export const makeDataFolder = async (isEncrypted: boolean): Promise<KeptFolder> => {
  const services = ORIGINS.map((origin, n) => makeService({ dataset: 3, seed: SEEDS[n] ?? 11 }, origin));
  const keyring = fakeKeyring();
  const fixture = await makeCore({
    transport: {
      read: (request) => wireOf(services, request.url).read(request),
      push: (request) => wireOf(services, request.url).push(request),
    },
    ...(isEncrypted
      ? {
          databaseKeys: keyring.databaseKeys,
          outboxKeys: keyring.outboxKeys,
          secrets: { ...memorySecrets(), storage: 'keychain' } as never,
        }
      : {}),
  });
  keyring.mood.directory = fixture.directory;
  const accounts: KeptAccount[] = [];
  for (const [n, origin] of ORIGINS.entries()) {
    const joined = await fixture.core.accounts.connect({
      baseUrl: origin,
      credentials: CLIENT,
      headerStyle: 'raw',
      name: `Account ${n}`,
      selfUserId: null,
    });
    if (!joined.ok) throw new Error(JSON.stringify(joined));
    if (isEncrypted) await protect(fixture);
    await fill(fixture, services[n]!, n);
    accounts.push(kept(fixture, services[n]!, origin));
  }
  await fixture.core.close();
  const files = contentsOf(fixture.directory);
  await fixture.dispose();
  for (const service of services) service.close();
  return { files, accounts };
};

const wireOf = (services: readonly ServiceFixture[], url: string) =>
  services[ORIGINS.findIndex((origin) => url.startsWith(origin))]!.wire;

const protect = async (fixture: CoreFixture): Promise<void> => {
  const { accounts } = fixture.core;
  const offer = accounts.offerCode();
  if (!offer.ok) throw new Error(offer.error.code);
  const groups = offer.code.split('-');
  const confirmed = await accounts.confirmCode(offer.ask.map((place) => groups[place] ?? ''));
  if (!confirmed.ok) throw new Error(confirmed.error.code);
};

const company = (name: string): object => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: { name, pool_id: '0', remark: name },
  children: [{ ref: `local:${name.replaceAll(' ', '-')}-contact`, fields: { name: `Contact of ${name}` } }],
});
const lead = (name: string): object => ({
  kind: 'lead',
  schema: 1,
  target: null,
  fields: { name, remark: name },
  children: [],
});

/** `Kept 0 …`: the first account has everything, the second one the most usual. */
const fill = async (fixture: CoreFixture, service: ServiceFixture, n: number): Promise<void> => {
  const opened = fixture.core.accounts.current()!;
  const { outbox } = opened;
  const named = (what: string): string => `Kept ${n} ${what}`;
  const submit = (command: object, base: unknown = null): string => {
    const done = outbox.submit({ command, base: base as never });
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.id;
  };
  const until = async (id: string, ...states: string[]): Promise<string> => {
    for (const end = Date.now() + 60_000; ;) {
      const view = outbox.get(id)?.intent;
      if (view && states.includes(view.state)) return view.realId ?? '';
      if (Date.now() > end)
        throw new Error(`${view?.title} is ${view?.state}: ${JSON.stringify(view?.reason)}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  };
  const sent = (id: string): string => {
    outbox.sendNow(id);
    return id;
  };
  for (const kind of KINDS) outbox.release(kind);
  const known = await until(sent(submit(company(named('delivered company')))), 'applied');
  await until(sent(submit(lead(named('delivered lead')))), 'applied');
  await until(
    sent(
      submit({
        kind: 'company',
        schema: 1,
        target: known,
        fields: { tel: '+49 40 1', name: named('delivered company'), pool_id: '0' },
        children: [],
      }),
    ),
    'applied',
  );
  if (n === 0) await fillRest({ service, known, named, submit, until, sent });
  outbox.pause(true);
  const parent = submit(company(named('waiting company')));
  submit({
    kind: 'receipt',
    schema: 1,
    target: null,
    fields: { amount: '12.50', currency: 'USD', remark: named('waiting receipt'), company_id: parent },
    children: [],
  });
  const held = submit(lead(named('held lead')));
  outbox.hold(held, true);
  const edited = submit(lead(named('first word')));
  outbox.edit(edited, { command: lead(named('edited lead')) });
  outbox.discard(submit(lead(named('discarded lead'))));
  outbox.saveDraft({ kind: 'lead', target: null, form: { name: named('typed lead') }, base: null });
  outbox.saveDraft({
    kind: 'company',
    target: known,
    form: { tel: named('typed') },
    base: { fields: { tel: '+49 40 1' }, children: [], readAt: null },
  });
};

interface Filling {
  service: ServiceFixture;
  known: string;
  named: (what: string) => string;
  submit: (command: object, base?: unknown) => string;
  until: (id: string, ...states: string[]) => Promise<string>;
  sent: (id: string) => string;
}
const fillRest = async ({ service, known, named, submit, until, sent }: Filling): Promise<void> => {
  const other = await until(sent(submit(company(named('contested company')))), 'applied');
  service.service.touch('company', other, { tel: '+49 40 2' });
  const edit = {
    kind: 'company',
    schema: 1,
    target: other,
    fields: { tel: '+49 40 3', name: named('contested company'), pool_id: '0' },
    children: [],
  };
  await until(sent(submit(edit, { fields: { tel: '+49 40 1' }, children: [], readAt: null })), 'conflict');
  service.wire.intercept = (request) =>
    request.method === 'POST' && request.url.includes('/push')
      ? Promise.resolve({
          kind: 'answer',
          status: 200,
          headers: {},
          url: request.url,
          text: JSON.stringify({
            code: 400,
            message: 'the name is not accepted',
            now: '2026-01-01 10:00:00',
            data: null,
          }),
        })
      : undefined;
  await until(sent(submit(lead(named('refused lead')))), 'rejected');
  // The service takes it, and its answer is lost; it is not found again before Satchel closes.
  const lost = { kind: 'failure', reason: 'reset', unsent: false, detail: 'lost' } as const;
  const unread: string[] = [];
  service.wire.intercept = (request, pass) => {
    const path = new URL(request.url).pathname;
    if (request.method !== 'POST')
      return unread.some((start) => path.startsWith(start)) ? Promise.resolve(lost) : undefined;
    if (!path.endsWith('/push')) return undefined;
    unread.push(path.slice(0, -'push'.length));
    return pass().then(() => lost);
  };
  await until(sent(submit(lead(named('lead in doubt')))), 'uncertain');
  await until(
    sent(
      submit({
        kind: 'receipt',
        schema: 1,
        target: null,
        fields: { amount: '99.25', currency: 'USD', remark: named('receipt in doubt'), company_id: known },
        children: [],
      }),
    ),
    'uncertain',
  );
};

const kept = (fixture: CoreFixture, { database }: ServiceFixture, origin: string): KeptAccount => {
  const opened = fixture.core.accounts.current()!;
  const items = opened.outbox
    .list()
    .map(({ id, kind, title, state, held }) => ({ id, kind, title, state, held }));
  const count = database.prepare(`SELECT count(*) FROM record WHERE doc LIKE '%' || ? || '%'`).pluck();
  const marks = items.map(({ title }) => title);
  return {
    id: opened.profileId,
    origin,
    items,
    drafts: opened.outbox.drafts().map(({ id, form }) => ({ id, form })),
    records: Object.fromEntries(marks.map((mark) => [mark, Number(count.get(mark))])),
    service: database.serialize().toString('base64'),
  };
};

/** The copies of records are left out: they may be thrown away at any time, and are the largest part. */
const contentsOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(directory, { recursive: true }) as string[])
      .map((name) => join(directory, name))
      .filter((path) => statSync(path).isFile() && !/cache\.db|reserve|\.log$/.test(path))
      .map((path) => [
        relative(directory, path).replaceAll('\\', '/'),
        readFileSync(path).toString('base64'),
      ]),
  );
