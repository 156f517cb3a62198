/**
 * Broken variants of the outbox. Each is made from outside by wrapping a function, a statement or the
 * gateway; production code has no switch for any of them. A variant is killed if one of its named invariants
 * fails on a seed that passes unbroken. `like` names the bug of another product that it represents
 * (owner/repo#thread).
 */
import type { OutboxParts } from '#core/outbox/outbox-parts';
import type { OutboxGateway } from '#core/outbox/delivery/outbox-gateway';
import type { OutboxSettings } from '#core/outbox/outbox-settings';
import type { OutboxStore } from '#core/outbox/store/outbox-store';
import type { PushVerdict } from '#core/outbox/delivery/classify-push';
import type { IntentEvent } from '#core/outbox/state-machine';
import type { JournalFile, SqlDatabase } from '#core/ports/ports';
import type { IntentState } from '#shared/domain/intent';
import type { Invariant } from './invariants';
import type { VirtualTime } from './virtual-time';

export interface Seams {
  database: SqlDatabase;
  journal: JournalFile;
  gateway: OutboxGateway;
  truth: OutboxStore;
  time: VirtualTime;
}
export interface Mutant {
  name: string;
  like?: string;
  killedBy: readonly Invariant[];
  /** The runs damage files. */
  damage?: boolean;
  /** The first seed, for a variant whose violation is rare. */
  from?: number;
  parts?: (parts: OutboxParts) => OutboxParts;
  seams?: (world: Seams) => Partial<Seams>;
  settings?: Partial<OutboxSettings>;
  onStart?: (world: Seams) => void;
}

const moves =
  (from: IntentState, event: IntentEvent, to: IntentState) =>
  (parts: OutboxParts): OutboxParts => ({
    ...parts,
    nextState: (state, happened) =>
      state === from && happened === event ? to : parts.nextState(state, happened),
  });
type Classify = OutboxParts['classifyPush'];
const classifies =
  (change: (args: Parameters<Classify>, verdict: PushVerdict) => PushVerdict) =>
  (parts: OutboxParts): OutboxParts => ({
    ...parts,
    classifyPush: (...args) => change(args, parts.classifyPush(...args)),
  });
const taken = ([result, command]: Parameters<Classify>): PushVerdict => ({
  kind: 'accepted',
  realId: command.target ?? '990000000001',
  number: null,
  children: [],
  now: null,
  text: result.kind === 'answer' ? result.text : '',
});
const no = (text: string): PushVerdict => ({
  kind: 'refused',
  code: 400,
  message: text,
  field: null,
  now: null,
  text,
});
/** Rewrites SQL before it reaches the database; `null` skips the write. */
const sql =
  (change: (text: string, params: unknown[]) => string | null) =>
  ({ database }: Seams): Partial<Seams> => ({
    database: new Proxy(database, {
      get: (target, key) => {
        if (key !== 'prepare') {
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? (value as (...a: unknown[]) => unknown).bind(target) : value;
        }
        return (text: string): ReturnType<SqlDatabase['prepare']> => {
          const statement = target.prepare(change(text, []) ?? text);
          return new Proxy(statement, {
            get: (inner, name) =>
              name === 'run'
                ? (...params: never[]) =>
                    change(text, params) === null ? { changes: 0, lastInsertRowid: 0 } : inner.run(...params)
                : (Reflect.get(inner, name) as unknown),
          });
        };
      },
    }),
  });
/** Changes what is appended to the journal. */
const journal =
  (change: (records: readonly string[]) => string[]) =>
  ({ journal: file }: Seams): Partial<Seams> => ({
    journal: { ...file, append: (records, sync) => file.append(change(records), sync) },
  });
/** The core reads this value for the key instead of the one on disk. */
const readsMeta =
  (key: string, value: string) =>
  ({ database }: Seams): Partial<Seams> => ({
    database: new Proxy(database, {
      get: (target, name) => {
        if (name !== 'prepare') {
          const held = Reflect.get(target, name) as unknown;
          return typeof held === 'function' ? (held as (...a: unknown[]) => unknown).bind(target) : held;
        }
        return (text: string): ReturnType<SqlDatabase['prepare']> => {
          const statement = target.prepare(text);
          return text !== 'SELECT value FROM meta WHERE key = ?'
            ? statement
            : new Proxy(statement, {
                get: (inner, method) =>
                  method === 'get'
                    ? (asked: string) => (asked === key ? { value } : inner.get(asked))
                    : (Reflect.get(inner, method) as unknown),
              });
        };
      },
    }),
  });
const dropsLedger = (event: string) =>
  sql((text, params) => (text.startsWith('INSERT INTO ledger') && params[2] === event ? null : text));
const NEEDS = "d.strength = 'needs' AND p.state <> 'applied'";
const AFTER = "d.strength = 'after' AND p.state IN ('queued', 'sending', 'uncertain')";
const IN_DOUBT: readonly Invariant[] = ['doubt-before-resend', 'money-not-resent', 'at-most-once'];

const without = (fields: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'lost write-ahead',
    like: 'odoo/odoo#40567',
    killedBy: ['write-ahead'],
    seams: dropsLedger('sending'),
  },
  {
    name: 'blind resend after a lost answer',
    like: 'frappe/erpnext#12971',
    killedBy: IN_DOUBT,
    parts: moves('sending', 'noVerdict', 'queued'),
  },
  {
    name: 'a crash while sending is taken for not sent',
    like: 'forcedotcom/SalesforceMobileSDK-iOS#2900',
    killedBy: IN_DOUBT,
    parts: moves('sending', 'crashed', 'queued'),
  },
  {
    name: 'a crash while sending is taken for delivered',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: moves('sending', 'crashed', 'applied'),
  },
  {
    name: 'a time-out whose text contains 400 is permanent',
    like: 'TanStack RetryPolicy',
    killedBy: [...IN_DOUBT, 'refusal-kept'],
    parts: classifies(([result], verdict) =>
      result.kind === 'failure' && !result.unsent && result.detail.includes('400')
        ? no(result.detail)
        : verdict,
    ),
  },
  {
    name: "a captive portal's 200 is success",
    like: 'pwa-bundle#241',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: classifies((args, verdict) =>
      args[0].kind === 'answer' && args[0].status === 200 && verdict.kind === 'noVerdict'
        ? taken(args)
        : verdict,
    ),
  },
  {
    name: 'a 5xx counts as done',
    like: 'Workbox background sync',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: classifies((args, verdict) =>
      args[0].kind === 'answer' && args[0].status >= 500 ? taken(args) : verdict,
    ),
  },
  {
    name: 'a redirect counts as done',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: classifies((args, verdict) =>
      args[0].kind === 'answer' && args[0].status === 302 ? taken(args) : verdict,
    ),
  },
  {
    name: 'a 5xx counts as not sent',
    killedBy: IN_DOUBT,
    parts: classifies((args, verdict) =>
      args[0].kind === 'answer' && args[0].status >= 500 ? { kind: 'unsent', detail: '' } : verdict,
    ),
  },
  {
    name: 'an error of a gateway counts as a trouble of the sign-in',
    killedBy: IN_DOUBT,
    parts: classifies(([result], verdict) =>
      result.kind === 'answer' && result.status === 408
        ? { kind: 'unauthorized', text: result.text }
        : verdict,
    ),
  },
  {
    name: 'one 403 of a filter decides that a record cannot be read',
    killedBy: [...IN_DOUBT, 'theirs-not-overwritten'],
    seams: ({ gateway }) => ({
      gateway: {
        ...gateway,
        read: async (path, query) => {
          const outcome = await gateway.read(path, query);
          return outcome.kind === 'forbidden' ? { kind: 'forbidden', detail: outcome.detail } : outcome;
        },
      },
    }),
  },
  {
    name: 'a reset counts as not sent',
    killedBy: IN_DOUBT,
    parts: classifies((args, verdict) =>
      args[0].kind === 'failure' && args[0].reason === 'reset' ? { kind: 'unsent', detail: '' } : verdict,
    ),
  },
  {
    name: 'a child goes before its parent',
    like: 'PowerSync ordering',
    killedBy: ['child-after-parent'],
    seams: sql((text) => text.replace(NEEDS, '0')),
    parts: (parts) => ({
      ...parts,
      resolveRefs: (command, resolve) => parts.resolveRefs(command, (ref) => resolve(ref) ?? '77'),
    }),
  },
  {
    name: 'a later edit overtakes an earlier one',
    like: 'forcedotcom/SalesforceMobileSDK-iOS#3974',
    killedBy: ['edits-in-order'],
    seams: sql((text) => text.replace(AFTER, '0')),
  },
  {
    name: 'a refused item is dropped',
    like: 'aws-amplify/amplify-js conflict handler',
    killedBy: ['refusal-kept'],
    parts: moves('sending', 'refused', 'discarded'),
  },
  {
    name: 'a refused item is shown as done',
    like: 'forcedotcom/SalesforceMobileSDK-iOS#2831',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: moves('sending', 'refused', 'applied'),
  },
  {
    name: 'a 401 drops the item',
    like: 'Truxify#11592',
    killedBy: ['refusal-kept'],
    parts: moves('sending', 'unauthorized', 'rejected'),
  },
  {
    name: 'being offline rejects the item',
    killedBy: ['refusal-kept'],
    parts: moves('sending', 'unsent', 'rejected'),
  },
  {
    name: 'one bad record jams all',
    like: 'frappe/erpnext#13388',
    killedBy: ['blast-radius'],
    seams: sql((text) =>
      text.replace(
        'AND i.needs_user = 0 AND i.not_before <= ?',
        "AND i.needs_user = 0 AND i.not_before <= ? AND NOT EXISTS (SELECT 1 FROM intents bad WHERE bad.state = 'rejected')",
      ),
    ),
  },
  {
    name: 'a conflict is ignored',
    like: 'laurent22/joplin#13121',
    killedBy: ['theirs-not-overwritten'],
    parts: (parts) => ({
      ...parts,
      mergeEdit: (command, base, theirs, own) => {
        const merged = parts.mergeEdit(command, base, theirs, own);
        return merged.kind === 'conflict' ? { kind: 'send', command, unread: [] } : merged;
      },
    }),
  },
  {
    name: 'the own write is a conflict',
    like: 'CommunityToolkit/Datasync#322',
    killedBy: ['own-write-is-no-conflict'],
    parts: (parts) => ({
      ...parts,
      mergeEdit: (command, base, theirs) =>
        parts.mergeEdit(
          command,
          base && { ...base, fields: Object.fromEntries(Object.keys(base.fields).map((key) => [key, '1'])) },
          theirs,
          () => [],
        ),
    }),
  },
  {
    name: "a colleague's record is adopted",
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: (parts) => ({
      ...parts,
      judgeCreate: (e) =>
        parts.judgeCreate({ ...e, found: e.found.map((one) => ({ ...one, createdBy: e.selfUserId })) }),
    }),
  },
  {
    name: 'the first record that looks like it is adopted',
    killedBy: ['applied-has-effect', 'claims-own-record'],
    parts: (parts) => ({
      ...parts,
      judgeCreate: (e) => {
        const verdict = parts.judgeCreate({
          ...e,
          preexisting: new Set(),
          claimed: () => false,
          windowFrom: null,
        });
        const first = verdict.kind === 'ask' ? verdict.candidates[0] : undefined;
        return first
          ? { kind: 'adopt', id: first.id, children: new Map(), attempt: e.sent.length - 1 }
          : verdict;
      },
      scanWindow: (reads, path, query, idKey) =>
        parts.scanWindow(reads, path, { ...query, start_time: undefined }, idKey),
    }),
  },
  {
    name: 'nothing found is believed at once',
    like: 'odoo/odoo#40567',
    killedBy: IN_DOUBT,
    parts: (parts) => ({
      ...parts,
      judgeCreate: (e) => parts.judgeCreate({ ...e, lateCommitPassed: true, verified: true }),
    }),
  },
  {
    name: 'an edit in doubt is replayed at once',
    killedBy: IN_DOUBT,
    parts: (parts) => ({ ...parts, judgeEdit: (e) => parts.judgeEdit({ ...e, lateCommitPassed: true }) }),
  },
  { name: 'the late-commit bound is a second', killedBy: IN_DOUBT, settings: { lateCommitMs: 1000 } },
  {
    name: 'money goes again by itself',
    killedBy: ['money-not-resent'],
    parts: (parts) => ({ ...parts, isMoney: () => false }),
  },
  {
    name: 'an edit that adds contacts is taken for replay-safe',
    killedBy: ['at-most-once', 'money-not-resent'],
    parts: (parts) => ({ ...parts, isReplaySafe: () => true }),
  },
  {
    name: 'twins fly together',
    like: 'duplicates after reconnect',
    killedBy: ['twins-apart'],
    parts: (parts) => ({ ...parts, fingerprintOf: (id) => id }),
  },
  {
    name: 'read-back steps past a record',
    like: 'MobileSync watermark',
    killedBy: ['at-most-once'],
    parts: (parts) => ({
      ...parts,
      scanWindow: async (...args) => {
        const scan = await parts.scanWindow(...args);
        return scan.kind === 'scanned' ? { ...scan, items: new Map(), verified: true } : scan;
      },
    }),
  },
  { name: 'pause is forgotten', killedBy: ['held-stays-put'], seams: readsMeta('paused', '0') },
  {
    name: 'Retry-After is ignored',
    killedBy: ['retry-after-kept'],
    parts: classifies((_args, verdict) =>
      verdict.kind === 'throttled' ? { ...verdict, retryAfterMs: 0 } : verdict,
    ),
  },
  {
    name: 'start-up clears what was not sent',
    like: 'toggl/mobileapp#847',
    killedBy: ['acknowledged-stays'],
    onStart: ({ database }) => {
      database.prepare("DELETE FROM intents WHERE state = 'queued'").run();
    },
  },
  {
    name: 'a cache reset takes the drafts along',
    like: 'SAP cloud-mdk-samples#22',
    killedBy: ['draft-stays'],
    onStart: ({ database }) => {
      database.prepare('DELETE FROM drafts').run();
    },
  },
  {
    name: "an edited line's order association is left out",
    killedBy: ['order-record-kept'],
    parts: (parts) => ({
      ...parts,
      buildRequest: (command, known) => {
        const built = parts.buildRequest(command, known);
        return command.target
          ? { ...built, body: built.body.replace(/"order_record_id":\d+,?/g, '').replace(/,}/g, '}') }
          : built;
      },
    }),
  },
  {
    name: 'an edit made while another waits is lost',
    like: 'odoo/odoo#288974',
    killedBy: ['values-arrive'],
    parts: (parts) => ({ ...parts, foldCommands: (into) => into }),
  },
  {
    name: 'an old edit settled late undoes a later one',
    killedBy: ['values-arrive'],
    from: 730_200,
    parts: (parts) => ({
      ...parts,
      applyLaterEdits: (_store, intent, command) => ({ command, base: intent.base }),
    }),
  },
  {
    name: 'a used invoice number is sent',
    killedBy: ['number-not-reused'],
    seams: ({ gateway }) => ({
      gateway: {
        ...gateway,
        read: async (path, query) =>
          query && 'serial_id' in query
            ? { kind: 'refused', code: 404, message: 'not found resource', now: null }
            : gateway.read(path, query),
      },
    }),
  },
  {
    name: 'the verdict of an attempt is not recorded',
    killedBy: ['ledger-tells'],
    seams: dropsLedger('noVerdict'),
  },
  {
    name: 'an edit of a phone alone counts as delivered because a required field agrees',
    killedBy: ['applied-has-effect'],
    parts: (parts) => ({
      ...parts,
      judgeEdit: (evidence) =>
        parts.judgeEdit({
          ...evidence,
          base: null,
          sent: evidence.sent.map((one) => ({
            ...one,
            fields: without(one.fields, ['tel', 'tel_area_code']),
          })),
        }),
    }),
  },
  {
    name: 'a creator who is not the user makes a record another\u2019s',
    killedBy: ['at-most-once'],
    parts: (parts) => ({
      ...parts,
      judgeCreate: (evidence) => parts.judgeCreate({ ...evidence, ownCreator: evidence.selfUserId }),
    }),
  },
  {
    name: 'a form that cannot be compared counts as different',
    killedBy: ['at-most-once'],
    from: 140,
    parts: (parts) => ({
      ...parts,
      judgeCreate: (evidence) => {
        const odd = (fields: Record<string, unknown>): boolean =>
          typeof fields.biz_type === 'string' && !/^\d*$/.test(fields.biz_type);
        return parts.judgeCreate({
          ...evidence,
          found: evidence.sent.some((one) => 'biz_type' in one.fields)
            ? evidence.found.filter(({ snapshot }) => !odd(snapshot.fields))
            : evidence.found,
        });
      },
    }),
  },
  {
    name: 'text that comes back as HTML counts as different',
    killedBy: ['at-most-once'],
    parts: (parts) => ({
      ...parts,
      judgeCreate: (evidence) => {
        const isMarked = (fields: Record<string, unknown>): boolean =>
          [fields.remark, fields.content].some((text) => typeof text === 'string' && text.startsWith('<p>'));
        return parts.judgeCreate({
          ...evidence,
          found: evidence.found.filter(({ snapshot }) => !isMarked(snapshot.fields)),
        });
      },
    }),
  },
  {
    name: 'back online each item serves out its own wait',
    killedBy: ['reconnect-drains'],
    parts: (real) => ({ ...real, waitCauseOf: () => 'trouble' }),
  },
  {
    name: 'an attempt is not in the journal when it leaves',
    killedBy: ['journal-ahead'],
    seams: journal((records) => records.filter((record) => !record.includes('"state":"sending"'))),
  },
  {
    name: 'an attempt is in the journal and not yet on the disk when it leaves',
    killedBy: ['journal-ahead'],
    seams: ({ journal: file }) => ({
      journal: { ...file, append: (records) => file.append(records, false) },
    }),
  },
  {
    name: 'what is accepted is not in the journal',
    killedBy: ['acknowledged-stays'],
    damage: true,
    seams: journal((records) => records.filter((record) => !record.includes('"event":"accepted"'))),
  },
  {
    name: 'what was brought back goes by itself',
    killedBy: ['rescued-stays-put'],
    parts: (parts) => ({
      ...parts,
      asRescued: (...args) => ({ ...parts.asRescued(...args), held: false }),
    }),
  },
  {
    name: 'what was being sent comes back as waiting',
    killedBy: [...IN_DOUBT, 'rescued-stays-put'],
    damage: true,
    parts: (parts) => ({
      ...parts,
      asRescued: (intent, isUnsure) => {
        const next = parts.asRescued(intent, isUnsure);
        return intent.state === 'sending' ? { ...next, state: 'queued', held: true, needsUser: false } : next;
      },
    }),
  },
  {
    name: 'an older database is believed',
    killedBy: IN_DOUBT,
    damage: true,
    seams: ({ journal: file }) => ({
      journal: { ...file, read: () => ({ ...file.read(), records: [] }) },
    }),
  },
  {
    name: 'doubt is never settled',
    killedBy: ['drains'],
    parts: (parts) => ({ ...parts, judgeCreate: () => ({ kind: 'wait' }) }),
  },
];
