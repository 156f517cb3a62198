/**
 * Checks the invariants of `invariants.ts` in a running world: when a push leaves, after every step, and at
 * rest.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { isReplaySafe, isMoney, mayLandAsDraft } from '#shared/domain/intent-rules';
import type { IntentKind } from '#shared/domain/intent';
import { resolveRefs } from '#core/outbox/delivery/build-request';
import { fingerprintOf } from '#core/outbox/compare/fingerprint';
import type { Intent } from '#core/outbox/store/intent-record';
import { BOUND_MS, must, Violation } from './invariants';
import type { PushSeen } from './sim-network';
import type { SimWorld } from './sim-world';

/** The client got a verdict that decides this attempt. */
const heard = (one: PushSeen): boolean =>
  !one.cut &&
  (one.fault === null || ANSWERS.has(one.fault) || one.proof === 'unsent' || one.proof === 'throttled');
/** Faults with which the service's own answer arrives. */
const ANSWERS: ReadonlySet<string> = new Set(['expired', 'slow', 'refused']);

/**
 * The core's error handling would catch a violation that is thrown inside its call stack. So the world stores
 * it, and the run throws it later.
 */
export const checkAtPush = (world: SimWorld, intentId: string, body: string): void => {
  try {
    atPush(world, world.truth.get(intentId) as Intent, body);
  } catch (error) {
    if (error instanceof Violation) world.fail(error);
    throw error;
  }
};

const atPush = (world: SimWorld, intent: Intent, body: string): void => {
  const { truth, time, network } = world;
  const now = time.now();
  const name = intent.id.slice(6, 12);
  must(
    !body.includes('local:'),
    'child-after-parent',
    () => `${name} left with a local id: ${body.slice(0, 200)}`,
  );
  for (const parent of truth.parentsOf(intent.id)) {
    const state = truth.get(parent.id)?.state;
    if (parent.strength === 'needs')
      must(
        state === 'applied' || world.settledBefore.has(parent.id),
        'child-after-parent',
        () => `${name} left before ${parent.id.slice(6, 12)} (${state})`,
      );
    else
      must(
        state !== 'queued' && state !== 'sending' && state !== 'uncertain',
        'edits-in-order',
        () => `${name} left while ${parent.id.slice(6, 12)} is ${state}`,
      );
  }
  must(
    intent.sendNow || (!intent.held && !truth.isPaused()),
    'held-stays-put',
    () => `${name} left while held or paused`,
  );
  checkRescued(world, intent);
  must(
    network.quietUntil.every((window) => !(window.from < now && now < window.to)),
    'retry-after-kept',
    () => `${name} left before Retry-After was over`,
  );
  const unheard = world.pushesOf(intent.id).filter((one) => !heard(one));
  if (unheard.length > intent.detail.resends) {
    must(!isMoney(intent.command), 'money-not-resent', () => `${name}: money went again by itself`);
    const last = unheard.at(-1) as PushSeen;
    must(
      now - last.at >= BOUND_MS,
      'doubt-before-resend',
      () => `${name} went again ${now - last.at} ms after an attempt without a verdict`,
    );
  }
  if (intent.command.target === null) {
    // Computed by the rule, not read from the store, because the store is under test.
    const print = (one: Intent): string => {
      const resolved = resolveRefs(one.command, (ref) => truth.realIdOf(ref));
      return fingerprintOf(one.id, resolved.ok ? resolved.command : one.command);
    };
    const twin = truth
      .list(['sending', 'uncertain'])
      .find(
        (other) => other.id !== intent.id && other.command.target === null && print(other) === print(intent),
      );
    must(
      twin === undefined,
      'twins-apart',
      () => `${name} flies with ${twin?.id.slice(6, 12)}: read-back could not tell them apart`,
    );
  }
  if (intent.kind === 'outboundInvoice') checkInvoice(world, intent, body);
  checkOverwrite(world, intent, body);
};

/**
 * Events after which a restored item may be sent: a decision of the user, or a read-back that found no
 * record.
 */
const LETS_GO = ['released', 'send-now', 'send-again', 'read-back'];
const checkRescued = (world: SimWorld, intent: Intent): void => {
  const entries = world.truth.ledger(intent.id);
  const rescued = entries.findLastIndex(({ event }) => event === 'restored');
  const stood = ['rejected', 'conflict'].includes(String(entries[rescued]?.facts.is));
  // An item that was refused or in conflict is also sent after the user edited it.
  const letsGo = stood ? [...LETS_GO, 'edit', 'merge'] : LETS_GO;
  must(
    rescued < 0 || entries.slice(rescued).some(({ event }) => letsGo.includes(event)),
    'rescued-stays-put',
    () => `${intent.id.slice(6, 12)} was brought back and left by itself`,
  );
};

const checkInvoice = (world: SimWorld, intent: Intent, body: string): void => {
  const sent = JSON.parse(body.replace(/:(\d{16,})/g, ':"$1"')) as {
    serial_id?: string;
    outbound_invoice_id?: unknown;
    record_list: Record<string, unknown>[];
  };
  for (const line of sent.record_list)
    if (line.outbound_record_id !== undefined && line.remove !== 1)
      must(
        'order_record_id' in line,
        'order-record-kept',
        () => `${intent.id}: a line's order_record_id would become 0`,
      );
  if (intent.command.target === null && sent.serial_id)
    must(
      world.service.context.store.findByNumber('outboundInvoice', sent.serial_id) === undefined ||
        intent.detail.resends > 0,
      'number-not-reused',
      () => `${intent.id}: ${sent.serial_id} is in use, its lines would join that invoice`,
    );
};

/** The text field that colleagues change too. */
const SHARED_FIELD = { company: 'address', lead: 'address', opportunity: 'fail_remark' } as const;
const isShared = (kind: IntentKind): kind is keyof typeof SHARED_FIELD => kind in SHARED_FIELD;
const RACE_MS = 5_000;
const checkOverwrite = (world: SimWorld, intent: Intent, body: string): void => {
  if (world.profile !== 'full' || intent.realId === null || !isShared(intent.kind)) return;
  const field = SHARED_FIELD[intent.kind];
  const mine = (JSON.parse(body) as Record<string, string | undefined>)[field];
  // Records of other kinds may have the same id; a change of those has no such text.
  const theirs = world.touched.filter((one) => one.recordId === intent.realId && one.address !== '').at(-1);
  if (mine === undefined || !theirs || theirs.address === mine || world.time.now() - theirs.at < RACE_MS)
    return;
  // Compared by the order of the entries, because the computer's clock may have been set between them.
  const decided = Math.max(
    ...world.truth
      .ledger(intent.id)
      .filter((entry) => ['submitted', 'edit', 'merge', 'restored'].includes(entry.event))
      .map((entry) => entry.seq),
  );
  if (decided > theirs.ledgerSeq) return;
  const found = world.service.truth(intent.kind).find((one) => one.id === intent.realId);
  const overwrites = (found?.detail[field] ?? found?.doc[field]) === theirs.address;
  must(
    !overwrites,
    'theirs-not-overwritten',
    () => `${intent.id.slice(6, 12)} writes over a colleague's ${field} unseen`,
  );
};

/**
 * Refusals of the service, and what Satchel itself does not send: a number in use, a deleted record, a child
 * whose id is unknown, an edit that would empty omitted fields.
 */
const REFUSALS = /^(refused-|number-in-use|number-not-checked|gone|ids-unknown|would-clear)/;

/**
 * Returns true if a second effect of this push would create a duplicate. Each push is judged by the version
 * that it sent: a merged conflict may add a contact that the first version did not have.
 */
const mayDouble = (world: SimWorld, intent: Intent, { attempt }: PushSeen): boolean => {
  const sending = world.truth
    .ledger(intent.id)
    .find((entry) => entry.event === 'sending' && entry.attempt === attempt);
  const version = Number(sending?.facts.version ?? intent.version);
  const sent = version === intent.version ? intent : world.truth.versionOf(intent.id, version);
  return sent === null || !isReplaySafe(sent.command);
};

/** Checked after every step. */
export const checkStep = (world: SimWorld): void => {
  const { truth } = world;
  const intents = truth.list();
  const held = new Map(intents.map((intent) => [intent.id, intent]));
  for (const id of world.acknowledged)
    must(
      held.has(id) || world.settledBefore.has(id),
      'acknowledged-stays',
      () => `${id} was acknowledged and is gone`,
    );
  for (const id of world.acknowledgedDrafts) {
    if (truth.draft(id) !== null) continue;
    const name = world.submittedDrafts.get(id);
    const isItem = name !== undefined && intents.some(({ command }) => command.fields.name === name);
    must(isItem, 'draft-stays', () => `draft ${id} was acknowledged and is gone`);
    world.acknowledgedDrafts.delete(id);
  }
  const byIntent = new Map<string, PushSeen[]>();
  for (const one of world.network.seen)
    if (one.intentId) byIntent.set(one.intentId, [...(byIntent.get(one.intentId) ?? []), one]);
  const claims = new Map<string, string>();
  for (const intent of intents) {
    const effects = (byIntent.get(intent.id) ?? []).filter((one) => one.committed);
    const doubling = effects.filter((one) => mayDouble(world, intent, one));
    const twice = doubling.length > 1 + intent.detail.resends;
    // A second record after the late-commit bound cannot be prevented, except for money. The user must be
    // told of it.
    if (world.late && !isMoney(intent.command))
      must(
        !twice || intent.state !== 'applied' || intent.detail.notes.includes('may-be-twice'),
        'duplicate-told',
        () =>
          `${intent.kind} ${intent.id.slice(6, 12)} took effect ${effects.length} times and says nothing of it`,
      );
    else
      must(
        !twice,
        'at-most-once',
        () => `${intent.kind} ${intent.id.slice(6, 12)} took effect ${effects.length} times`,
      );
    if (intent.state === 'applied') checkApplied(intent, effects, claims);
    if (intent.state === 'rejected')
      must(
        REFUSALS.test(intent.detail.reason?.code ?? ''),
        'refusal-kept',
        () =>
          `${intent.id} counts as refused, yet the service did not refuse it: ${JSON.stringify(intent.detail.reason)}`,
      );
    if (intent.state === 'discarded')
      must(
        truth.ledger(intent.id).some(({ event, facts }) => event === 'discarded' || facts.is === 'discarded'),
        'refusal-kept',
        () => `${intent.id} was discarded and no user did it`,
      );
    if (intent.state === 'conflict' && !world.late && !world.historyLost)
      must(
        world.touched.some(
          (one) => one.recordId === (intent.realId ?? truth.realIdOf(intent.command.target ?? '')),
        ) ||
          world.quirks.omission === 'clears' ||
          isIncomparable(intent),
        'own-write-is-no-conflict',
        () =>
          `${intent.id.slice(6, 12)} conflicts though nobody else wrote: ${JSON.stringify(intent.detail.conflicts)}`,
      );
  }
  checkLedger(world);
};

/**
 * Returns true if every conflict is between two forms of a value: the service's name of a code, and the code
 * itself. Only the user can decide it.
 */
const isIncomparable = (intent: Intent): boolean =>
  intent.detail.conflicts.length > 0 &&
  intent.detail.conflicts.every(
    ({ field, theirs }) => field === 'biz_type' && typeof theirs === 'string' && !/^\d+$/.test(theirs),
  );

const checkApplied = (intent: Intent, effects: readonly PushSeen[], claims: Map<string, string>): void => {
  const name = `${intent.kind} ${intent.id.slice(6, 12)}`;
  const alreadySo = intent.detail.notes.includes('already-so');
  must(
    effects.length > 0 || alreadySo,
    'applied-has-effect',
    () => `${name} is shown as delivered and the service took nothing`,
  );
  if (intent.command.target !== null) return;
  must(
    effects.some((one) => one.committedId === intent.realId),
    'claims-own-record',
    () => `${name} claims ${intent.realId}, its own is ${effects.map((one) => one.committedId).join(', ')}`,
  );
  const key = `${intent.kind}:${intent.realId}`;
  must(!claims.has(key), 'claims-own-record', () => `${name} and ${claims.get(key)} claim the same record`);
  claims.set(key, name);
};

const VERDICTS = ['accepted', 'refused', 'noVerdict', 'unsent', 'throttled', 'unauthorized', 'crashed'];
const checkLedger = (world: SimWorld): void => {
  if (world.historyLost) return;
  const events = world.ledgerCounts();
  const sendings = events.sending ?? 0;
  const seen = world.network.seen.length;
  must(
    seen <= sendings && sendings <= seen + world.crashes.count,
    'wire-equals-ledger',
    () => `${seen} pushes on the wire, ${sendings} attempts in the ledger`,
  );
  const verdicts = VERDICTS.reduce((sum, event) => sum + (events[event] ?? 0), 0);
  const open = world.truth.counts().sending ?? 0;
  must(
    verdicts + open === sendings,
    'ledger-tells',
    () => `${sendings} attempts, ${verdicts} verdicts, ${open} under way`,
  );
};

/**
 * No record is shown twice: a record created here is one row, under the service's id as soon as that is
 * known.
 */
export const checkOverlay = (world: SimWorld): void => {
  if (world.down) return;
  for (const kind of ['company', 'lead', 'opportunity', 'receipt', 'outboundInvoice'] as const) {
    const server = new Map(
      world.service.truth(RESOURCE_OF_KIND[kind]).map((one) => [one.id, { ...one.doc, ...one.detail }]),
    );
    const rows = world.outbox.overlay(RESOURCE_OF_KIND[kind], (_resource, id) => server.get(id) ?? null);
    const ids = rows.map((row) => row.id);
    must(new Set(ids).size === ids.length, 'shown-once', () => `${kind}: two rows for one record`);
    for (const row of rows) {
      const intent = row.id.startsWith('local:') ? world.truth.get(row.id) : null;
      must(
        intent?.state !== 'applied',
        'shown-once',
        () => `${row.id} is applied and still shown under its local id beside the service's record`,
      );
      must(
        row.created === !server.has(row.id),
        'shown-once',
        () => `${row.id} is in the cache and shown as new`,
      );
    }
  }
};

/**
 * Checked after a long time without faults and without decisions by the user: no independent item may still
 * be queued.
 */
export const checkCalm = (world: SimWorld): void => {
  const stuck = world.truth
    .list(['queued', 'sending'])
    .find(
      (intent) =>
        world.outbox.list(['queued', 'sending']).find((view) => view.id === intent.id)?.waits !== 'parent' &&
        !world.truth.twinInDoubt(intent.id, intent.fingerprint),
    );
  must(
    stuck === undefined,
    'blast-radius',
    () =>
      `${stuck?.kind} ${stuck?.id.slice(6, 12)} depends on nothing unsettled and still waits: ${JSON.stringify(stuck?.detail.reason)}`,
  );
};

export const checkRest = (world: SimWorld): void => {
  const left = world.truth.list(['queued', 'sending', 'uncertain']);
  must(
    left.length === 0,
    'drains',
    () =>
      `left at rest: ${left.map((one) => `${one.kind} ${one.id.slice(6, 12)} ${one.state} ${JSON.stringify(one.detail.reason)}`).join('; ')}`,
  );
  checkLandings(world);
  // An old edit that commits after the bound may overwrite a newer one; no client can detect that.
  if (world.quirks.omission === 'clears' || world.late || world.historyLost) return;
  for (const kind of ['company', 'lead', 'opportunity', 'receipt'] as const) checkValues(world, kind);
};

/**
 * The user said that it arrived. If a crash interrupted that decision, or the file was lost, the journal has only
 * its result: applied after doubt, and no question open.
 */
const saidToHaveArrived = (world: SimWorld, intent: Intent): boolean =>
  world.truth
    .ledger(intent.id)
    .some(
      ({ event, facts }) =>
        event === 'arrived' ||
        (event === 'restored' &&
          (facts.was === 'uncertain' || (facts.was === null && intent.detail.doubtSince !== null)) &&
          facts.is === 'applied' &&
          !intent.detail.notes.includes('may-be-draft')),
    );

/** A receipt that could be saved as a draft says in which state it was saved, if the service can be asked. */
const checkLandings = (world: SimWorld): void => {
  if (world.profile !== 'full') return;
  const records = new Map(world.service.truth('receipt').map((one) => [one.id, one]));
  for (const intent of world.truth.list(['applied'])) {
    const record = intent.realId === null ? undefined : records.get(intent.realId);
    if (record && mayLandAsDraft(intent.command))
      must(
        intent.detail.notes.includes(record.draft ? 'landed-as-draft' : 'landed-as-pending') ||
          saidToHaveArrived(world, intent),
        'landing-told',
        () =>
          `${intent.id.slice(6, 12)} is ${record.draft ? 'a draft' : 'pending'} and says ${intent.detail.notes.join(', ')}`,
      );
  }
};

const checkValues = (
  world: SimWorld,
  kind: Extract<IntentKind, 'company' | 'lead' | 'opportunity' | 'receipt'>,
): void => {
  const records = new Map(world.service.truth(kind).map((one) => [one.id, { ...one.doc, ...one.detail }]));
  const last = new Map<string, Intent>();
  const muddied = new Set<string>();
  // The last value that the user entered counts, field by field. A conflict that is resolved later repeats the
  // fields that were not in question, and chooses among values that are not new.
  const decidedAt = (intent: Intent): number => {
    let [at, said] = [0, undefined as unknown];
    const known = new Map<number, [number, unknown]>();
    for (const { seq, event, facts } of world.truth.ledger(intent.id)) {
      if (!['submitted', 'edit', 'merge', 'restored'].includes(event)) continue;
      // A restored item has its version in its row.
      const version = Number(facts.version ?? (facts.row as { version?: number } | undefined)?.version);
      const now = world.truth.versionOf(intent.id, version)?.command.fields.remark;
      const { conflicts = [] } = (facts.verdict ?? {}) as { conflicts?: Intent['detail']['conflicts'] };
      const conflict = conflicts.find(({ field, child }) => field === 'remark' && child === undefined);
      [at, said] = known.get(Number(facts.undoneTo)) ?? [at, said];
      const isOffered = conflict && [conflict.base, conflict.mine, conflict.theirs].includes(now);
      if (now !== said) [at, said] = [isOffered ? at : seq, now];
      known.set(version, [at, said]);
    }
    return at;
  };
  for (const intent of world.truth
    .list()
    .filter((one) => one.kind === kind && one.realId !== null)
    .sort((a, b) => decidedAt(a) - decidedAt(b))) {
    if (intent.realId === null) continue;
    if (
      intent.detail.resends > 0 ||
      (intent.state === 'discarded' && world.pushesOf(intent.id).some((one) => one.committed))
    )
      muddied.add(intent.realId);
    if (intent.state === 'applied' && 'remark' in intent.command.fields) last.set(intent.realId, intent);
  }
  for (const [id, intent] of last) {
    if (muddied.has(id)) continue;
    const found = records.get(id);
    must(
      found?.remark === intent.command.fields.remark,
      'values-arrive',
      () =>
        `${kind} ${id}: remark is ${String(found?.remark)}, the last edit said ${String(intent.command.fields.remark)}`,
    );
    const contacts =
      intent.command.target === null && kind === 'company' ? intent.command.children.length : 0;
    if (contacts > 0)
      must(
        ((found?.customers as unknown[]) ?? []).length >= contacts,
        'values-arrive',
        () => `${kind} ${id}: contacts are missing`,
      );
  }
};
