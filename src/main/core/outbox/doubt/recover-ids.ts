/**
 * Finds the real ids of the contacts and lines that an intent made: in the answer, or by reading the record
 * again. A successor that names such a child has to wait for its real id: without it the child would be made
 * twice.
 */
import { isLocalRef, type Command } from '#shared/domain/intent';
import { childKey } from '#shared/domain/child-key';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { childrenBefore, type Intent } from '../store/intent-record';
import { mapIds, resolveSent } from '../delivery/sent-versions';
import type { OutboxContext } from '../outbox-context';
import { readRecord } from './read-records';
import { snapshotOf } from '../compare/server-snapshot';

/** Local → real ids, from the children in the accepting answer. `known` are ids that existed before. */
export const idsFromAnswer = (
  context: OutboxContext,
  command: Command,
  answered: readonly Record<string, unknown>[],
  known: ReadonlySet<string>,
): Map<string, string> => {
  const tables = KIND_TABLES[command.kind];
  if (tables.childKey === null || tables.childrenKey === null) return new Map();
  const { children } = snapshotOf(command.kind, { [tables.childrenKey]: answered });
  const mine = new Set(command.children.map((item) => item.ref).filter((ref) => !isLocalRef(ref)));
  return context.parts.matchChildren(
    command.children,
    children,
    tables.children,
    new Set([...known, ...mine]),
  );
};

/** Local refs in `command` of children that an earlier intent made and whose real ids are not known yet. */
const unknownChildren = (context: OutboxContext, intent: Intent): { ref: string; maker: string }[] =>
  intent.command.children.flatMap((item) => {
    if (!isLocalRef(item.ref)) return [];
    const maker = context.store.makerOf(item.ref);
    const made = maker === null ? null : context.store.get(maker);
    const asMade = made?.command.children.find(({ ref }) => ref === item.ref);
    // The version of `made` that arrived did not contain this child.
    if (made?.state === 'applied' && asMade === undefined) return [];
    // A contact of a lead is named by its e-mail alone (contract E2). So no id helps if it has no e-mail, or a new one.
    if (intent.kind === 'lead') {
      const key = childKey(intent.kind, item.fields);
      if (key !== '' && (asMade === undefined || key === childKey(intent.kind, asMade.fields))) return [];
    } else if (context.store.realIdOf(item.ref) !== null) return [];
    // An allocation of a receipt has no id either. Every push adds it (OB4).
    return maker === null || maker === intent.id ? [] : [{ ref: item.ref, maker }];
  });

/**
 * Reads the records of the intents that made the children. Returns `known` if every child of `intent` then has
 * a real id, `trouble` if a read failed, otherwise `unknown`.
 */
export const recoverChildren = async (
  context: OutboxContext,
  intent: Intent,
): Promise<'known' | 'unknown' | 'trouble'> => {
  for (const { maker } of unknownChildren(context, intent)) {
    // The service gives the contacts of a lead and the lines of a receipt no ids that a push could name.
    if (intent.kind === 'lead') return 'unknown';
    const made = context.store.get(maker);
    if (!made || made.state !== 'applied' || made.realId === null) return 'unknown';
    const { realId } = made;
    const read = await readRecord(context.gateway, made.kind, realId);
    if (read.kind === 'trouble') return 'trouble';
    if (read.kind !== 'found') return 'unknown';
    // A contact or line that was there before may look like the new one.
    const known = new Set([
      ...childrenBefore(made),
      ...made.command.children.map((item) => context.store.realIdOf(item.ref) ?? item.ref),
    ]);
    const sent = resolveSent(context, made).at(-1) ?? made.command;
    context.store.atomically(() =>
      mapIds(
        context,
        made,
        realId,
        context.parts.matchChildren(
          sent.children,
          read.snapshot.children,
          KIND_TABLES[made.kind].children,
          known,
        ),
      ),
    );
  }
  return unknownChildren(context, intent).length === 0 ? 'known' : 'unknown';
};
