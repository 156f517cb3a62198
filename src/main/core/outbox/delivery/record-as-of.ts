import type { IntentKind } from '#shared/domain/intent';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';

/**
 * `IntentDetail.recordAsOf`: the latest time of the record before the push. An earlier attempt may have changed the
 * record. The cached copy has a later time than the record if the service's clock was set back since it was read.
 */
export const recordAsOf = (
  context: OutboxContext,
  { kind, detail, command: { target } }: Intent,
  read: string | null | undefined,
): string | null => {
  const copied = target === null ? null : copyTime(context, kind, target);
  return [detail.recordAsOf, read, copied].reduce<string | null>(
    (latest, time) => (time && time > (latest ?? '') ? time : latest),
    null,
  );
};

const copyTime = ({ copyTime: timeOf, log }: OutboxContext, kind: IntentKind, id: string): string | null => {
  try {
    return timeOf(kind, id);
  } catch (cause) {
    log.warn('the copy of a record could not be read', { cause: String(cause) });
    return null;
  }
};
