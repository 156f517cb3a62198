/**
 * Makes a data folder with unsent work of every kind, as this version of Satchel writes it: two accounts of
 * two services, with drafts and with items that were delivered, wait, are held, are in doubt, in conflict,
 * refused or discarded.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Outbox } from '../../src/main/core/outbox/create-outbox';
import { makeCore, memorySecrets, type CoreFixture } from '../support/sync/core-fixture';
import { CLIENT } from '../support/sync/connection';
import { fakeKeyring } from '../support/sync/fake-keyring';
import { makeService, ORIGIN, type ServiceFixture } from '../support/sync/service-fixture';
import { changeOf, editOf, KINDS, newRecord, type Kind, type NewRecord } from './commands';

export interface KeptItem {
  id: string;
  kind: string;
  title: string;
  state: string;
  held: boolean;
  /** What the user entered. Earlier folders do not tell it. */
  fields?: Record<string, unknown>;
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

const ORIGINS = [ORIGIN, 'http://127.0.0.1:8081'] as const;
/** Nobody else's folder is put together by these seeds. */
const SEEDS = [11, 12] as const;

export const makeDataFolder = async (isEncrypted: boolean): Promise<KeptFolder> => {
  const made = await fillDataFolder({ isEncrypted });
  const files = contentsOf(made.directory);
  await made.remove();
  return { files, accounts: made.accounts };
};

export interface FilledFolder {
  directory: string;
  accounts: KeptAccount[];
  remove(): Promise<void>;
}
export interface Filling {
  isEncrypted: boolean;
  /** Addresses of the services. */
  origins?: readonly string[];
  /** Copies the records of the services too. */
  hasCopies?: boolean;
  /** Is called while Satchel is closed and everything that is sent later still waits. */
  atHalf?: (directory: string) => void;
}

/** Fills a data folder and leaves it closed on the disk. */
export const fillDataFolder = async (filling: Filling): Promise<FilledFolder> => {
  const { isEncrypted, hasCopies = false, atHalf, origins = ORIGINS } = filling;
  const services = origins.map((origin, n) => makeService({ dataset: 3, seed: SEEDS[n] ?? 11 }, origin));
  const wireOf = (url: string) => services[origins.findIndex((origin) => url.startsWith(origin))]!.wire;
  const keyring = fakeKeyring();
  const fixture = await makeCore({
    transport: {
      read: (request) => wireOf(request.url).read(request),
      push: (request) => wireOf(request.url).push(request),
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
  const desks: Desk[] = [];
  for (const [n, origin] of origins.entries()) {
    const joined = await fixture.core.accounts.connect({
      baseUrl: origin,
      credentials: CLIENT,
      headerStyle: 'raw',
      name: `Account ${n}`,
      selfUserId: null,
    });
    if (!joined.ok) throw new Error(JSON.stringify(joined));
    if (isEncrypted) await protect(fixture);
    if (hasCopies) await fixture.core.accounts.current()!.pull.round();
    desks.push(makeDesk(fixture, services[n]!, n));
    enter(desks[n]!);
  }
  await fixture.core.close();
  atHalf?.(fixture.directory);
  await fixture.reopen();
  const accounts: KeptAccount[] = [];
  for (const [n, desk] of desks.entries()) {
    const opened = await fixture.core.accounts.open(desk.accountId);
    if (!opened.ok) throw new Error(JSON.stringify(opened));
    await deliver(desk);
    if (n === 0) await meetTrouble(desk);
    leaveWaiting(desk);
    accounts.push(kept(fixture, services[n]!, origins[n]!));
  }
  await fixture.core.close();
  return {
    directory: fixture.directory,
    accounts,
    remove: async () => {
      await fixture.dispose();
      for (const service of services) service.close();
    },
  };
};

const protect = async (fixture: CoreFixture): Promise<void> => {
  const { accounts } = fixture.core;
  const offer = accounts.offerCode();
  if (!offer.ok) throw new Error(offer.error.code);
  const groups = offer.code.split('-');
  const confirmed = await accounts.confirmCode(offer.ask.map((place) => groups[place] ?? ''));
  if (!confirmed.ok) throw new Error(confirmed.error.code);
};

/** One account while its folder is filled. What is entered is named `Kept 0 …` or `Kept 1 …`. */
interface Desk {
  accountId: string;
  service: ServiceFixture;
  /** The first account has everything, the second one the most usual. */
  hasTrouble: boolean;
  outbox: () => Outbox;
  named: (what: string) => string;
  /** What was entered, by its name without `Kept 0`. */
  entered: Map<string, { id: string; command: NewRecord }>;
}

const makeDesk = (fixture: CoreFixture, service: ServiceFixture, n: number): Desk => ({
  accountId: fixture.core.accounts.current()!.profileId,
  service,
  hasTrouble: n === 0,
  outbox: () => fixture.core.accounts.current()!.outbox,
  named: (what) => `Kept ${n} ${what}`,
  entered: new Map(),
});

const submit = ({ outbox }: Desk, command: NewRecord, base: unknown = null): string => {
  const done = outbox().submit({ command, base: base as never });
  if (!done.ok) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(done)}`);
  return done.id;
};
/** Enters a new record. It names the company (and the opportunity, if a note) that was entered as `parent`. */
const add = (desk: Desk, kind: Kind, what: string, parent: string): string => {
  const idOf = (name: string): string => desk.entered.get(name)?.id ?? '';
  const opportunity = kind === 'trailNote' && parent === 'waiting' ? idOf('waiting opportunity') : '';
  const command = newRecord(kind, desk.named(what), {
    company: idOf(`${parent} company`),
    ...(opportunity === '' ? {} : { opportunity }),
  });
  const id = submit(desk, command);
  desk.entered.set(what, { id, command });
  return id;
};
const ends = async ({ outbox }: Desk, id: string, state: string): Promise<string> => {
  for (const end = Date.now() + 60_000; ;) {
    const view = outbox().get(id)?.intent;
    if (view?.state === state) return view.realId ?? '';
    if (Date.now() > end)
      throw new Error(`${view?.title} is ${view?.state}: ${JSON.stringify(view?.reason)} ${view?.waits}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
};
/** Sends one item and waits until it has the state. Returns the id of its record. */
const send = (desk: Desk, what: string, state: string): Promise<string> => {
  const { id } = desk.entered.get(what)!;
  desk.outbox().sendNow(id);
  return ends(desk, id, state);
};

/** Everything that is sent or discarded later is entered, and nothing is sent. */
const enter = (desk: Desk): void => {
  desk.outbox().pause(true);
  const troubles = desk.hasTrouble ? ['contested', 'refused', 'doubted'] : [];
  for (const word of ['delivered', ...troubles, 'discarded'])
    for (const kind of KINDS) add(desk, kind, `${word} ${kind}`, 'delivered');
  for (const kind of KINDS)
    desk.outbox().saveDraft({
      id: `draft:${kind}`,
      kind,
      target: null,
      form: { ...newRecord(kind, desk.named(`begun ${kind}`), { company: '' }).fields },
      base: null,
    });
};

const deliver = async (desk: Desk): Promise<void> => {
  for (const kind of KINDS) await send(desk, `delivered ${kind}`, 'applied');
  const { command } = desk.entered.get('delivered company')!;
  const known = desk.outbox().get(desk.entered.get('delivered company')!.id)!.intent.realId!;
  const edit = editOf(command, known);
  desk.entered.set('edit', { id: submit(desk, edit), command: edit });
  await send(desk, 'edit', 'applied');
};

const meetTrouble = async (desk: Desk): Promise<void> => {
  const { service, entered } = desk;
  // A note cannot be edited, so it has no conflict.
  for (const kind of KINDS) {
    const target = await send(desk, `contested ${kind}`, 'applied');
    if (kind === 'trailNote') continue;
    const { key, theirs } = changeOf(kind);
    service.service.touch(RESOURCE_OF_KIND[kind], target, { [key]: theirs });
    const { command } = entered.get(`contested ${kind}`)!;
    const edit = editOf(command, target);
    const base = { fields: command.fields, children: command.children, readAt: null };
    entered.set(`edited ${kind}`, { id: submit(desk, edit, base), command: edit });
    await send(desk, `edited ${kind}`, 'conflict');
  }
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
  for (const kind of KINDS) await send(desk, `refused ${kind}`, 'rejected');
  // The service takes it, and its answer is lost; it is not found again before Satchel closes.
  const lost = { kind: 'failure', reason: 'reset', unsent: false, detail: 'lost' } as const;
  const unread: string[] = [];
  service.wire.intercept = (request, pass) => {
    const path = new URL(request.url).pathname;
    if (request.method !== 'POST')
      return unread.some((start) => path.startsWith(start)) ? Promise.resolve(lost) : undefined;
    if (!path.includes('/push')) return undefined;
    unread.push(path.replace(/push.*/, ''));
    return pass().then(() => lost);
  };
  for (const kind of KINDS) await send(desk, `doubted ${kind}`, 'uncertain');
};

/** What is discarded, held, waits, was edited while it waits, or was only typed. */
const leaveWaiting = (desk: Desk): void => {
  const { entered, named } = desk;
  const outbox = desk.outbox();
  // A company takes those with it that name it, so it is the last.
  for (const kind of KINDS.toReversed()) outbox.discard(entered.get(`discarded ${kind}`)!.id);
  for (const kind of KINDS) add(desk, kind, `waiting ${kind}`, 'waiting');
  for (const kind of KINDS) outbox.hold(add(desk, kind, `held ${kind}`, 'waiting'), true);
  const edited = add(desk, 'lead', 'first word', '');
  outbox.edit(edited, { command: newRecord('lead', named('edited lead'), { company: '' }) });
  for (const kind of KINDS)
    outbox.saveDraft({
      id: `draft:${kind}`,
      kind,
      target: null,
      form: { ...newRecord(kind, named(`typed ${kind}`), { company: '' }).fields },
      base: null,
    });
  const { intent } = outbox.get(entered.get('delivered company')!.id)!;
  outbox.saveDraft({
    kind: 'company',
    target: intent.realId,
    form: { tel: named('typed') },
    base: { fields: { tel: '' }, children: [], readAt: null },
  });
};

const kept = (fixture: CoreFixture, { database }: ServiceFixture, origin: string): KeptAccount => {
  const opened = fixture.core.accounts.current()!;
  const items = opened.outbox.list().map(({ id, kind, title, state, held, command }) => ({
    ...{ id, kind, title, state, held },
    fields: command.fields,
  }));
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
