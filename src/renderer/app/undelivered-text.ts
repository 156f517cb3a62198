import type { TFunction } from 'i18next';
import type { OutboxSummary } from '#shared/contract/outbox';
import { leftToSend } from '#shared/domain/left-to-send';

/** Says how many items need attention and how many are still to send; `''` if there are none. */
export const undeliveredText = (
  t: TFunction,
  summary: Pick<OutboxSummary, 'waiting' | 'needsUser'>,
): string => {
  const toSend = leftToSend(summary);
  return [
    summary.needsUser > 0 ? t('outbox.badge.needsUser', { count: summary.needsUser }) : '',
    toSend > 0 ? t('outbox.badge.waiting', { count: toSend }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
};
