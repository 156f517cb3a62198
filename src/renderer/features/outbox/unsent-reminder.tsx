import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OutboxSummary } from '#shared/contract/outbox';
import { leftToSend, sentByItself } from '#shared/domain/left-to-send';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { useDrafts } from '../../client/outbox-queries';
import { ask, queryKeys } from '../../client/query-keys';
import { sentences } from '../../format/sentences';
import css from './outbox.module.css';
import { SaveCopyButton } from './save-copy';

type Leaving = 'signOut' | 'switch';

/** Says which unsent items Satchel sends when the user is back, and which ones wait for the user. */
const outcomeOf = (t: TFunction, leaving: Leaving, summary: OutboxSummary): string[] => {
  const { waiting, needsUser, paused, blocked } = summary;
  const sent = sentByItself(summary);
  if (sent === waiting) return [t(`outbox.leave.${leaving}`, { count: waiting })];
  const behind = paused ? 0 : blocked;
  const kept = leftToSend(summary) - sent - behind;
  return [
    sent > 0 ? t(`outbox.leave.${leaving}Some`, { count: sent }) : '',
    kept > 0 ? t(paused ? 'outbox.leave.paused' : 'outbox.leave.held', { count: kept }) : '',
    needsUser > 0 ? t('outbox.leave.needsUser', { count: needsUser }) : '',
    behind > 0 ? t('outbox.leave.blocked', { count: behind }) : '',
    t('outbox.leave.stays', { count: waiting }),
  ].filter((text) => text !== '');
};

/** Says that drafts are unsent too, and that they and the waiting items, if there are any, stay on this computer. */
const draftsKept = (t: TFunction, drafts: number, waiting: number): string[] => [
  drafts === 0 ? '' : t('outbox.leave.drafts', { count: drafts }),
  t('outbox.leave.stays', { count: waiting + drafts }),
];

/**
 * Shown before the user leaves an account: it says how much is unsent, what is sent later and that all of it
 * stays on this computer, and offers a copy. Renders nothing if everything is delivered and there is no draft.
 */
export const UnsentReminder = ({ leaving }: { leaving: Leaving }) => {
  const { t, i18n } = useTranslation();
  const summary = useOutboxSummary((outbox) => outbox.summary);
  const drafts = useDrafts().data?.length ?? 0;
  if (summary === null || summary.waiting + drafts === 0) return null;
  const { waiting } = summary;
  const outcome = waiting === 0 ? draftsKept(t, drafts, 0) : outcomeOf(t, leaving, summary);
  const others = waiting === 0 || drafts === 0 ? '' : t('outbox.leave.draftsToo', { count: drafts });
  return (
    <div className={css.reminder}>
      {waiting === 0 ? null : <b>{t('outbox.leave.title', { count: waiting })}</b>}
      <p>{sentences([...outcome, others], i18n.language)}</p>
      <SaveCopyButton />
    </div>
  );
};

/**
 * Says how much is unsent in an account, which need not be open, and that all of it stays. If the unsent work cannot be
 * read now, it says so.
 */
export const UnsentOf = ({ accountId }: { accountId: string }) => {
  const { t, i18n } = useTranslation();
  const unsent = useQuery({
    ...ask(queryKeys.unsentOf(accountId), () => core.accounts.unsent({ accountId })),
    retry: false,
    gcTime: 0,
  });
  if (unsent.isError)
    return (
      <div className={css.reminder}>
        <p>{t('outbox.leave.unread')}</p>
      </div>
    );
  const { waiting, drafts } = unsent.data ?? { waiting: 0, drafts: 0 };
  if (waiting + drafts === 0) return null;
  return (
    <div className={css.reminder}>
      {waiting === 0 ? null : <b>{t('outbox.leave.title', { count: waiting })}</b>}
      <p>{sentences(draftsKept(t, drafts, waiting), i18n.language)}</p>
      <SaveCopyButton accountId={accountId} />
    </div>
  );
};
