import { useTranslation } from 'react-i18next';
import { OWNERS } from '#shared/domain/fields';
import { formatServerTime } from '#shared/domain/time';
import { usePreferences } from '../../client/preferences';
import { useSync } from '../../client/events';
import { useAppState, useServerOffset } from '../../client/queries';
import { formatLongDay } from '../../format/time';
import { useNow } from '../../ui/use-now';
import { later } from '../../ui/later';
import { TodayDocuments } from './today-documents';
import { TodayFollowUps } from './today-follow-ups';
import { TodayChanges } from './today-changes';
import { TodayMoney } from './today-money';
import { TodayNumbers } from './today-numbers';
import { TodayOutbox } from './today-outbox';
import { mineBy, useWhose, WhoseSwitch } from './today-parts';
import { LinesLoading } from '../../ui/not-read';
import { TodayTrail } from './today-trail';
import css from './today.module.css';

const SyncProgress = later(async () => (await import('../sync/public')).SyncProgress, {
  meanwhile: <LinesLoading lines={6} />,
});

/**
 * The first screen of the day: items to send, follow-ups that are due, open documents, recent activity. Each
 * line links to its record or list.
 */
export const TodayScreen = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const account = useAppState().data?.account;
  const sync = useSync(({ state }) => state);
  const offset = useServerOffset();
  const clock = useNow(60_000);
  const serverNow = formatServerTime(clock, offset ?? -new Date().getTimezoneOffset() * 60_000);
  const hour = new Date(clock).getHours();
  const laterGreeting = hour < 18 ? 'today.afternoon' : 'today.evening';
  const greeting = t(hour < 12 ? 'today.morning' : laterGreeting);
  const { person } = useWhose();
  const copying = sync !== null && (!sync.newestPagesRead || sync.freshAsOf === null);
  return (
    <div className={css.screen}>
      <div className={css.page}>
        <header className={css.top}>
          <div>
            <h1 className={css.greeting}>
              {account?.selfName ? t('today.greeting', { greeting, name: account.selfName }) : greeting}
            </h1>
            <p className={css.day}>{formatLongDay(clock, locale)}</p>
          </div>
          <WhoseSwitch />
        </header>
        <TodayOutbox />
        {copying ? (
          <section className={`${css.card} ${css.copying}`}>
            <SyncProgress state={sync} />
          </section>
        ) : null}
        <TodayNumbers now={serverNow} person={person} />
        <div className={css.columns}>
          <div className={css.stack}>
            <TodayFollowUps now={serverNow} person={person} />
            <TodayDocuments
              resource="order"
              title={t('today.ordersInMotion')}
              owners={mineBy(OWNERS, person)}
              limit={6}
              none={t('today.noOrders')}
            />
            <TodayDocuments
              resource="quotation"
              title={t('today.quotationsInMotion')}
              owners={mineBy('create_user_info', person)}
              limit={5}
              none={t('today.noQuotations')}
            />
          </div>
          <div className={css.stack}>
            <TodayChanges />
            <TodayMoney person={person} />
            <TodayTrail person={person} />
          </div>
        </div>
      </div>
    </div>
  );
};
