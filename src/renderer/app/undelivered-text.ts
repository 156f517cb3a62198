import type { TFunction } from 'i18next';
import type { OutboxSummary } from '#shared/contract/outbox';
import { leftToSend } from '#shared/domain/left-to-send';

/**
 * Says how many items need attention, how many are still to send, and how many cannot be read; `''` if there are
 * none.
 */
export const undeliveredText = (
  t: TFunction,
  summary: Pick<OutboxSummary, 'waiting' | 'needsUser' | 'unreadable'>,
): string => {
  const toSend = leftToSend(summary);
  return [
    summary.needsUser > 0 ? t('outbox.badge.needsUser', { count: summary.needsUser }) : '',
    toSend > 0 ? t('outbox.badge.waiting', { count: toSend }) : '',
    summary.unreadable > 0 ? t('outbox.badge.unreadable', { count: summary.unreadable }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
};
