/**
 * Pushes through every fault of the wire, real sockets at both ends: what the service received must be what
 * the ledger says was sent, one for one and byte for byte. A stack that resends, follows a redirect or
 * replays would show here.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Fault } from '#service/control/faults';
import { startHttpService, type HttpService } from '#service/http-front';
import { fastTime, openLiveOutbox, type LiveOutbox } from '../support/outbox/live-outbox';
import { seededRandom } from '#service/random';

export interface WireReport {
  /** A push went over a connection used before. */ reused: boolean;
  attempts: number;
  received: number;
  strangers: number;
  unsent: number;
  faults: Record<string, number>;
  differing: string[];
  states: Record<string, number>;
  errors: string[];
  seconds: number;
}

const FAULTS: readonly Fault[] = [
  { kind: 'lost' },
  { kind: 'reset' },
  { kind: 'torn' },
  { kind: 'html' },
  { kind: 'redirect', status: 302 },
  { kind: 'redirect', status: 307 },
  { kind: 'redirect', status: 308 },
  { kind: 'status', status: 421 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429, retryAfter: '1' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'latency', delayMs: 40 },
];
const OAUTH = '/v1/oauth2/';
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const SPEED = 200;

interface Seen {
  hashes: Map<string, number>;
  received: number;
  strangers: number;
  last: number;
}

/** The log forgets its oldest entries: it is read on the way. */
const collect = (service: HttpService, seen: Seen): void => {
  const log = service.service.requests();
  let at = log.length;
  while (at > 0 && (log[at - 1]?.index ?? -1) > seen.last) at--;
  for (const one of log.slice(at)) {
    seen.last = one.index;
    if (one.method === 'GET' || one.path.startsWith(OAUTH)) continue;
    seen.received++;
    if (!/\/push|pushCompanyAndCustomers/.test(one.path)) seen.strangers++;
    seen.hashes.set(one.bodyHash, (seen.hashes.get(one.bodyHash) ?? 0) + 1);
  }
};

const submitSome = ({ outbox }: LiveOutbox, from: number, count: number): void => {
  for (let n = from; n < from + count; n++) {
    const command =
      n % 3 === 0
        ? { kind: 'receipt', fields: { amount: `${n}.25`, currency: 'USD', remark: `r${n}` } }
        : n % 3 === 1
          ? { kind: 'lead', fields: { name: `Lead ${n}` } }
          : { kind: 'company', fields: { name: `Company ${n}`, pool_id: '0' } };
    const done = outbox.submit({
      command: { schema: 1, target: null, children: [], ...command },
      base: null,
    });
    if (!done.ok) throw new Error(JSON.stringify(done));
  }
};

const attemptsOf = ({ database }: LiveOutbox): number =>
  Number(database.prepare("SELECT count(*) FROM ledger WHERE event = 'sending'").pluck().get());
const queuedIn = ({ database }: LiveOutbox): number =>
  Number(database.prepare("SELECT count(*) FROM intents WHERE state = 'queued'").pluck().get());

/**
 * Differences between what was received and what the ledger says was sent and was not proved unsent, as hash
 * × count.
 */
const compare = ({ database }: LiveOutbox, seen: Seen): { differing: string[]; unsent: number } => {
  const sent = new Map<string, number>();
  const rows = database
    .prepare(
      "SELECT json_extract(facts, '$.hash') AS hash, json_extract(facts, '$.body') AS body FROM ledger WHERE event = 'sending'",
    )
    .all() as { hash: string; body: string }[];
  const differing: string[] = [];
  for (const { hash, body } of rows) {
    if (createHash('sha256').update(body).digest('hex') !== hash)
      differing.push(`ledger hash of ${body.slice(0, 60)}`);
    sent.set(hash, (sent.get(hash) ?? 0) + 1);
  }
  for (const hash of new Set([...sent.keys(), ...seen.hashes.keys()])) {
    const [here, there] = [sent.get(hash) ?? 0, seen.hashes.get(hash) ?? 0];
    if (here !== there) differing.push(`${hash.slice(0, 12)}: sent ${here}, received ${there}`);
  }
  return {
    differing,
    unsent: Number(database.prepare("SELECT count(*) FROM ledger WHERE event = 'unsent'").pluck().get()),
  };
};

export const runWire = async ({
  pushes,
  seed,
  say = () => undefined,
}: {
  pushes: number;
  seed: number;
  say?: (line: string) => void;
}): Promise<WireReport> => {
  const started = Date.now();
  const random = seededRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'satchel-wire-'));
  const time = fastTime(SPEED);
  const service = await startHttpService({
    database: new Database(':memory:'),
    clock: () => time.now(),
    random: seededRandom(seed + 1),
    dataset: 'empty',
    sleep: wait,
  });
  const live = openLiveOutbox({
    url: service.url,
    file: join(directory, 'outbox.db'),
    time,
    selfUserId: service.service.context.tokens.defaultActor().userId,
    settings: { concurrency: 8 },
  });
  const seen: Seen = { hashes: new Map(), received: 0, strangers: 0, last: -1 };
  const faults: Record<string, number> = {};
  // Meets reused connections only: a push never goes over one, so it is still armed at the end.
  service.service.faults.add({ kind: 'idle-close', method: 'POST', path: '/v1/lead/', times: 1_000_000 });
  try {
    let submitted = 0;
    for (let attempts = 0, told = 0; attempts < pushes; attempts = attemptsOf(live)) {
      if (queuedIn(live) < 60) {
        submitSome(live, submitted, 60);
        submitted += 60;
      }
      if (service.service.faults.list().length < 7) {
        const fault = FAULTS[Math.floor(random() * FAULTS.length)] as Fault;
        const name = `${fault.kind}${fault.status ?? ''}`;
        faults[name] = (faults[name] ?? 0) + 1;
        service.service.faults.add({
          ...fault,
          method: 'POST',
          path: random() < 0.5 ? '/v1/lead/' : random() < 0.5 ? '/v1/company/' : '/v1/invoices/',
        });
      }
      // A kind refused twice under fresh tokens is held as "not permitted": here that is only bad luck.
      const { holds, needsSignIn } = live.outbox.summary();
      for (const kind of ['lead', 'company', 'receipt'] as const) if (holds[kind]) live.outbox.release(kind);
      if (needsSignIn) live.outbox.kick();
      await wait(25);
      collect(service, seen);
      if (attempts - told >= 1000) {
        told = attempts;
        say(`${attempts} attempts, ${seen.received} received`);
      }
    }
    live.outbox.pause(true);
    const reused =
      service.service.faults.list().find(({ fault }) => fault.kind === 'idle-close')?.left !== 1_000_000;
    service.service.faults.clear();
    for (
      const end = Date.now() + 20_000;
      (live.outbox.summary().counts.sending ?? 0) > 0 && Date.now() < end;
    )
      await wait(20);
    await wait(300);
    collect(service, seen);
    return {
      reused,
      attempts: attemptsOf(live),
      received: seen.received,
      strangers: seen.strangers,
      faults,
      ...compare(live, seen),
      states: live.outbox.summary().counts,
      errors: [...live.log],
      seconds: (Date.now() - started) / 1000,
    };
  } finally {
    await live.close();
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  }
};
