/** What left under an intent's name, and which records it may call its own. */
import type { Command } from '#shared/domain/intent';
import type { Intent } from '../store/intent-record';
import type { OutboxContext } from '../outbox-context';

/** Every payload version that left and has no verdict, references resolved. */
export const resolveSent = (context: OutboxContext, intent: Intent): Command[] =>
  intent.detail.sentVersions.flatMap((version) => {
    const held = context.store.versionOf(intent.id, version);
    if (!held) return [];
    const resolved = context.parts.resolveRefs(held.command, (ref) => context.store.realIdOf(ref));
    return resolved.ok ? [resolved.command] : [];
  });

/**
 * Puts an applied intent's ids on record: its own where it made the record, its new children's as far as
 * known.
 */
export const mapIds = (
  context: OutboxContext,
  intent: Intent,
  realId: string,
  children: ReadonlyMap<string, string>,
): void => {
  if (intent.command.target === null) context.store.mapId(intent.id, intent.kind, realId, intent.id);
  const kind = intent.kind === 'outboundInvoice' ? 'line' : 'contact';
  for (const [local, real] of children) context.store.mapId(local, kind, real, intent.id);
};

/** Another intent made that record. */
export const claimedByOther = (context: OutboxContext, intent: Intent, id: string): boolean => {
  const owner = context.store.claimedBy(intent.kind, id);
  return owner !== null && owner !== intent.id;
};

/**
 * What to tell when an intent is settled while an earlier attempt of it is not: should that one still commit,
 * beyond the late-commit bound, the record is there twice. Edits that may be repeated leave one effect and
 * say nothing.
 */
export const twiceNote = (context: OutboxContext, intent: Intent): string[] =>
  intent.detail.sentVersions.length > 1 && !context.parts.isReplaySafe(intent.command)
    ? ['may-be-twice']
    : [];

/**
 * Another intent that read-back could not tell from this one was settled that way: a record found may be its
 * second.
 */
export const twinMayHaveTwo = (context: OutboxContext, intent: Intent): boolean =>
  context.store.noted(intent.id, intent.fingerprint, 'may-be-twice');
