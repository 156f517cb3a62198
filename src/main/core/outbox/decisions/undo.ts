/** What Undo of an item restores. */
import { isObject } from '#shared/domain/is-object';
import type { Intent, LedgerEntry } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { makersFor } from '../waits-for';
import { carryIntoEarlier, copiesIn, withoutCopied } from '../edits/carry-edit';
import { DECISION_EVENTS } from '../store/decision-events';
import { type Verdict, verdictSchema } from '../edits/verdict';

type Store = Pick<OutboxStore, 'ledger' | 'versionOf'>;
type Content = Pick<Intent, 'command' | 'base'>;
/** The content to restore, the number of its version, and the verdict that this version had; null if none. */
type Undo = Content & { undoneTo: number; verdict: Verdict | null };

/** `edited`: the version that Undo takes back. `undo`: what it restores; null if there is nothing before it. */
interface Possible {
  edited: number;
  undo: Undo | null;
}

/**
 * What Undo of the user's latest edit restores. Returns null if the item is settled or waits for the user, or if a
 * version with this edit may have arrived. An open attempt from before the edit is no obstacle. `from`: later versions
 * are not looked at.
 */
export const undoOfLatest = (store: Store, intent: Intent, from = intent.version): Possible | null => {
  if (intent.state !== 'queued') return null;
  const { edited, verdict } = latestEdit(store, intent, from);
  if (intent.detail.sentVersions.some((version) => version >= edited)) return null;
  const undoneTo = edited - 1;
  const earlier = undoneTo > 0 ? store.versionOf(intent.id, undoneTo) : null;
  if (!earlier) return { edited, undo: null };
  const before = withCorrections(store, intent, { from: edited, earlier });
  return { edited, undo: { ...before, undoneTo, verdict } };
};

/**
 * What Undo of the latest edit that shows in the item restores. A correction of another item may have replaced all that
 * an edit changed: then the edit before it is the one to undo.
 */
export const undoOf = (store: Store, intent: Intent): Possible | null => {
  let possible = undoOfLatest(store, intent);
  while (possible?.undo && possible.undo.verdict === null && contentOf(possible.undo) === contentOf(intent))
    possible = undoOfLatest(store, intent, possible.undo.undoneTo);
  return possible;
};

/**
 * Returns true if Undo has something to restore. False if the version before names a record of an item that the
 * user has discarded since: it could never be sent.
 */
export const canUndo = (store: Store & Pick<OutboxStore, 'makerOf' | 'get'>, intent: Intent): boolean => {
  const undo = intent.version > 1 ? undoOf(store, intent)?.undo : null;
  return Boolean(undo && makersFor(store, intent.id, undo.command));
};

/** The command as a text in which the order of its fields does not matter. */
const contentOf = ({ command }: Content): string =>
  JSON.stringify(command, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/**
 * Returns the `earlier` version with the corrections of other items that were copied into this one since its version
 * `from`: Undo of this item does not take them back, because they are later decisions of the user. Corrections that
 * were taken back since are not in the result.
 */
const withCorrections = (
  store: Store,
  intent: Intent,
  { from, earlier }: { from: number; earlier: Content },
): Content => {
  const { standing, takenBack } = copiesIn(store.ledger(intent.id));
  const changed = (
    saved: Content,
    version: number,
    change: (saved: Content, before: Content, after: Content) => Content,
  ): Content => {
    const before = store.versionOf(intent.id, version - 1);
    const after = store.versionOf(intent.id, version);
    return before && after ? change(saved, before, after) : saved;
  };
  const without = takenBack
    .filter(({ copy }) => copy < from)
    .toSorted((a, b) => b.copy - a.copy)
    .reduce(
      (saved, { copy, by }) =>
        changed(saved, copy, (now, was, is) => withoutCopied(now, was, is, by.facts.isNeeded === true)),
      earlier,
    );
  const chosen = standing
    .filter(({ facts: { version } }) => Number(version) < from)
    .reduce((saved, copy) => withChoices(store, saved, copy), without);
  return standing
    .flatMap(({ facts: { version } }) => (typeof version === 'number' && version > from ? [version] : []))
    .reduce((saved, version) => changed(saved, version, carryIntoEarlier), chosen);
};

/**
 * Returns `saved` with the choices that the user made, in conflicts of the item that the copy comes from, against a
 * copied value. The copy itself did not follow the choice, because the user had typed another value over it.
 */
const withChoices = (store: Store, saved: Content, { seq, facts: { follows } }: LedgerEntry): Content => {
  const id = String(follows);
  const ledger = store.ledger(id);
  const isUndone = (at: number): boolean =>
    ledger.some(({ facts: { undoneTo, version } }) => Number(undoneTo) < at && at < Number(version));
  return ledger.reduce((content, entry) => {
    const version = Number(entry.facts.version);
    if (entry.event !== 'merge' || entry.seq < seq || isUndone(version)) return content;
    const before = store.versionOf(id, version - 1);
    const merged = store.versionOf(id, version);
    return before && merged ? withoutCopied(content, merged, before, false) : content;
  }, saved);
};

/**
 * Returns the version of the user's latest edit up to `from`, and the verdict that this edit ended. It ignores three
 * kinds of versions: those that Undo took back, so that a second Undo goes back further; those that Satchel merged
 * before sending; and those that only have the correction of another item.
 */
const latestEdit = (
  store: Store,
  intent: Intent,
  from: number,
): { edited: number; verdict: Verdict | null } => {
  const facts = new Map(
    store
      .ledger(intent.id)
      .flatMap(({ event, facts: of }) =>
        DECISION_EVENTS.has(event) && typeof of.version === 'number' ? [[of.version, of]] : [],
      ),
  );
  let at = from;
  for (;;) {
    const of = facts.get(at);
    if ((of === undefined || of.follows !== undefined) && at > 1) at -= 1;
    else if (typeof of?.undoneTo === 'number' && of.undoneTo < at) at = of.undoneTo;
    else return { edited: at, verdict: verdictSchema.safeParse(of?.verdict).data ?? null };
  }
};
