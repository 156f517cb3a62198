import type { TFunction } from 'i18next';
import type { OutboxSummary } from '#shared/contract/outbox';
import { needAttention, toSendAndCheck } from '#shared/domain/left-to-send';

/**
 * Says how many items need attention, are still to send, are being checked, and cannot be read; `''` if there are none.
 */
export const undeliveredText = (
  t: TFunction,
  summary: Pick<OutboxSummary, 'waiting' | 'needsUser' | 'replaced' | 'counts' | 'unreadable'>,
): string => {
  const { toSend, checking } = toSendAndCheck(summary);
  const needing = needAttention(summary);
  return [
    needing > 0 ? t('outbox.badge.needsUser', { count: needing }) : '',
    toSend > 0 ? t('outbox.badge.waiting', { count: toSend }) : '',
    checking > 0 ? t('outbox.badge.checking', { count: checking }) : '',
    summary.unreadable > 0 ? t('outbox.badge.unreadable', { count: summary.unreadable }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
};
