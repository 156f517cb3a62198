import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { needAttention } from '#shared/domain/left-to-send';
import type { Account } from '#shared/contract/accounts';
import type { SyncState } from '#shared/contract/sync';
import { useOutboxSummary, useSync } from '../client/events';
import { syncShare } from '../features/sync/sync-share';
import { formatMoment } from '../format/time';
import { useNow } from '../ui/use-now';
import { usePreferences } from '../client/preferences';
import { goTo, goToSignIn } from '../navigation/router';
import { later } from '../ui/later';
import { usePopup } from '../ui/popup';
import { undeliveredText } from './undelivered-text';
import css from './shell.module.css';

const DemoSwitch = later(async () => (await import('./demo-switch')).DemoSwitch, { texts: 'first' });
const SyncPanel = later(async () => (await import('../features/sync/sync-panel')).SyncPanel);
/** Preloads the panel that the age of the data opens. */
export const preloadSyncPanel = SyncPanel.preload;

const toneAndText = (
  { demoOffline, connectivity }: SyncState,
  time: string,
  t: TFunction,
): [tone: string | undefined, text: string] => {
  if (demoOffline) return [css.offline, t('status.demoOffline', { time })];
  if (connectivity === 'offline') return [css.offline, t('status.offline', { time })];
  if (connectivity === 'online') return [css.online, t('status.online')];
  return connectivity === 'sign-in' ? [css.signin, t('status.signIn')] : ['', t('status.unknown')];
};

const Connectivity = ({ state }: { state: SyncState }) => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const now = useNow();
  const time = formatMoment(state.since, locale, now);
  const [tone, text] = toneAndText(state, time, t);
  const body = (
    <>
      <span className={`${css.dot} ${tone}`} />
      <span className="truncate">{text}</span>
    </>
  );
  if (state.connectivity === 'sign-in')
    return (
      <button type="button" className={css.fact} onClick={goToSignIn}>
        {body}
      </button>
    );
  return (
    <span
      className={css.fact}
      role="status"
      title={
        state.lastAnswerAt === null
          ? ''
          : t('status.lastAnswer', { time: formatMoment(state.lastAnswerAt, locale, now) })
      }
    >
      {body}
    </span>
  );
};

const Freshness = ({ state }: { state: SyncState }) => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const now = useNow();
  const share = syncShare(state);
  // Rounded down, so that 100 % is not said before the last record is here.
  const percent =
    share === null
      ? null
      : new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(share * 100) / 100);
  // Until the first round is complete, show the share as its progress.
  const first = !state.newestPagesRead || state.freshAsOf === null;
  const copying =
    percent === null || share === 1 ? t('status.firstCopyPlain') : t('status.firstCopy', { percent });
  const text = first
    ? copying
    : t('status.fresh', { time: formatMoment(state.freshAsOf ?? now, locale, now) });
  const { target, button, popup } = usePopup('dialog');
  return (
    <>
      <button
        {...button}
        ref={target}
        type="button"
        className={css.fact}
        aria-label={t('common.sentences', { first: text, second: t('status.details') })}
      >
        {first && share !== null && share < 1 ? (
          <span className={css.track}>
            <span className={css.fill} style={{ width: `${share * 100}%`, display: 'block' }} />
          </span>
        ) : null}
        <span className="num">{text}</span>
      </button>
      {popup ? <SyncPanel popup={popup} state={state} /> : null}
    </>
  );
};

/** Shows how many items need attention and how many are to send, with a link; nothing until they are counted. */
const Waiting = () => {
  const { t } = useTranslation();
  const summary = useOutboxSummary((outbox) => outbox.summary);
  if (summary === null) return null;
  const paused = summary.paused ? t('outbox.pause.paused') : '';
  const undelivered = undeliveredText(t, summary) || t('outbox.badge.nothing');
  const shown = [undelivered, paused].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className={css.fact}
      data-warn={needAttention(summary) > 0}
      aria-label={t('outbox.badge.open', { text: shown })}
      onClick={() => goTo('outbox')}
    >
      <span className="truncate">{shown}</span>
    </button>
  );
};

/**
 * The status bar shows three facts: whether the app is online or since when it is offline, how many items
 * wait, and how fresh the data is.
 */
export const StatusBar = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const state = useSync((sync) => sync.state);
  return (
    <footer className={css.bar} aria-label={t('status.bar')}>
      {state === null ? null : (
        <>
          <Connectivity state={state} />
          <span className={css.sep} />
          <Waiting />
          <span style={{ flex: 1 }} />
          {account.demo ? <DemoSwitch demoOffline={state.demoOffline} /> : null}
          <Freshness state={state} />
        </>
      )}
    </footer>
  );
};
