/** What the user reads after a copy of the outbox was restored. Pure. */
import type { TFunction } from 'i18next';
import type { RestoredCopy } from '#shared/contract/outbox';

/** The lines of the message, in order. */
export const restoredText = (t: TFunction, { added, drafts, skipped, unreadable }: RestoredCopy): string[] =>
  [
    added > 0 ? t('outbox.copy.restored', { count: added }) : '',
    drafts > 0 ? t('outbox.copy.restoredDrafts', { count: drafts }) : '',
    added + drafts === 0 ? t('outbox.copy.restoredNone') : '',
    skipped > 0 ? t('outbox.copy.skipped', { count: skipped }) : '',
    unreadable > 0 ? t('outbox.copy.restoredUnreadable', { count: unreadable }) : '',
    added > 0 ? t('outbox.copy.restoredHint') : '',
  ].filter(Boolean);
