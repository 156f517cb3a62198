import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toSendAndCheck } from '#shared/domain/left-to-send';
import { useOutboxSummary } from '../../client/events';
import { useAppState } from '../../client/queries';
import { goTo, goToSignIn } from '../../navigation/router';
import css from './travel.module.css';

/** Other things that need a connection: sending and signing in. */
export const BeforeYouLeave = () => {
  const { t } = useTranslation();
  const summary = useOutboxSummary((state) => state.summary);
  // Read from the account, not from the connectivity: without a network that is always `offline`, even if the sign-in
  // has expired.
  const auth = useAppState().data?.account?.auth;
  const line = (state: 'good' | 'warn', text: string, go?: () => void) => (
    <li data-state={state}>
      {state === 'good' ? (
        <IconCircleCheck size={15} aria-hidden />
      ) : (
        <IconAlertTriangle size={15} aria-hidden />
      )}
      {go === undefined ? (
        text
      ) : (
        <button type="button" className={css.link} onClick={go}>
          {text}
        </button>
      )}
    </li>
  );
  const toOutbox = (): void => goTo('outbox');
  const outboxLines = () => {
    if (summary === null) return null;
    const { needsUser, unreadable } = summary;
    const { toSend, checking } = toSendAndCheck(summary);
    if (needsUser + toSend + checking + unreadable === 0) return line('good', t('travel.allSent'));
    return (
      <>
        {needsUser > 0 ? line('warn', t('travel.needsUser', { count: needsUser }), toOutbox) : null}
        {toSend > 0 ? line('warn', t('travel.waiting', { count: toSend }), toOutbox) : null}
        {checking > 0 ? line('warn', t('travel.checking', { count: checking }), toOutbox) : null}
        {unreadable > 0 ? line('warn', t('outbox.badge.unreadable', { count: unreadable }), toOutbox) : null}
      </>
    );
  };
  const signInLine = () => {
    if (auth === undefined) return null;
    return auth === 'signed-in'
      ? line('good', t('travel.signedIn'))
      : line('warn', t('travel.signIn'), goToSignIn);
  };
  return (
    <section className={css.section} aria-label={t('travel.before')}>
      <h2>{t('travel.before')}</h2>
      <ul className={css.checks}>
        {outboxLines()}
        {signInLine()}
      </ul>
    </section>
  );
};
