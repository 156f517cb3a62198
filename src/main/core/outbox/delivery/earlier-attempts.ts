/**
 * What the attempts without a verdict may have done to the record of an edit, for the comparison before the next push.
 * Reads only the store.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import { compareSent } from '../compare/compare-sent';
import { originOf } from '../edits/latest-changes';
import type { OutboxContext } from '../outbox-context';
import { childrenBefore, type Intent } from '../store/intent-record';
import { addsOthers, removedUnsurely } from './after-attempts';
import { seenBeforeAttempts, sentAttempts } from './sent-versions';

type Attempts = ReturnType<typeof sentAttempts>;

export interface EarlierAttempts {
  /** The attempts of this intent. */
  own: Attempts;
  /** What the user saw before the first of them. */
  seen: Snapshot | null;
  /** The ids of contacts and lines that existed before them. */
  knownChildren: ReadonlySet<string>;
  /**
   * The attempts of the item in which the user made this edit, before the user said that the item arrived. A later
   * attempt of that item may have arrived too.
   */
  ofOrigin: Attempts;
  /** What the user saw before the first of all these attempts. */
  seenFirst: Snapshot | null;
  /** The ids of contacts and lines that existed before all of them. */
  knownBefore: ReadonlySet<string>;
}

const refsIn = (snapshot: Snapshot | null): string[] => (snapshot?.children ?? []).map(({ ref }) => ref);

export const earlierAttempts = (context: OutboxContext, intent: Intent): EarlierAttempts => {
  const { store } = context;
  const own = sentAttempts(context, intent);
  const seen = seenBeforeAttempts(context, intent);
  const knownChildren = new Set([...childrenBefore(intent), ...refsIn(seen)]);
  const origin = store.get(originOf(store, intent.id) ?? '');
  if (origin === null)
    return { own, seen, knownChildren, ofOrigin: [], seenFirst: seen, knownBefore: knownChildren };
  const seenFirst = seenBeforeAttempts(context, origin);
  const knownBefore = new Set([...knownChildren, ...childrenBefore(origin), ...refsIn(seenFirst)]);
  return { own, seen, knownChildren, ofOrigin: sentAttempts(context, origin), seenFirst, knownBefore };
};

/** Kinds whose lines or contacts have ids, so that an unknown one can be recognised (contract E3, E5). */
const WITH_IDS: ReadonlySet<Command['kind']> = new Set(['outboundInvoice', 'company']);

interface ChildrenOfAttempts {
  /** Local → real ids of the contacts and lines of the command that an earlier attempt has added. */
  added: Map<string, string>;
  /** Ids of contacts and lines that an earlier attempt may have added. The user decides about them. */
  doubtful: string[];
}

/** Finds in the record `now` the contacts and lines that earlier attempts added. */
export const childrenOfAttempts = (
  { store }: OutboxContext,
  intent: Intent,
  command: Command,
  { now, earlier }: { now: Snapshot & { hasChildren: boolean }; earlier: EarlierAttempts },
): ChildrenOfAttempts => {
  const { own, ofOrigin, knownChildren, knownBefore } = earlier;
  const addedByOrigin = ofOrigin.flatMap((one) => [...compareSent(one.command, now, knownBefore).ids]);
  const compared = own.map((one) => compareSent(one.command, now, knownChildren));
  const isNamed = ([ref]: [string, string]): boolean => command.children.some((item) => item.ref === ref);
  const added = new Map([...addedByOrigin.filter(isNamed), ...compared.flatMap(({ ids }) => [...ids])]);
  // A later attempt uses the real ids of what an earlier one added.
  const ours = new Set([
    ...[...addedByOrigin, ...added].map(([, id]) => id),
    ...[...ofOrigin, ...own].flatMap((one) => one.command.children.map(({ ref }) => ref)),
  ]);
  // A child that another item of the user added does not show that an attempt of this item arrived.
  const childKind = command.kind === 'outboundInvoice' ? 'line' : 'contact';
  const unknown = refsIn(now).filter(
    (id) => id !== '' && !knownBefore.has(id) && !ours.has(id) && store.claimedBy(childKind, id) === null,
  );
  const mayHaveAdded =
    intent.detail.sentVersions.length + ofOrigin.length > 0 &&
    WITH_IDS.has(command.kind) &&
    addsOthers(command, added);
  if (mayHaveAdded && unknown.length > 0) return { added, doubtful: unknown };
  return { added, doubtful: removedUnsurely(command, compared, added) };
};
