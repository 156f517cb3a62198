import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { goTo } from '../../navigation/router';
import { useOutboxSummary } from '../../client/events';
import { Pill } from '../../ui/pill';
import { groupOf, showItem, stateOf, useItemWords } from '../outbox/public';
import { needAttention, toSendAndCheck, unsettledCount } from '#shared/domain/left-to-send';
import { useUnsettled } from '../../client/outbox-queries';
import css from './today-outbox.module.css';
import todayCss from './today.module.css';

const SHOWN = 4;
const ORDER = ['needs', 'checking', 'sending', 'waiting', 'done'] as const;

/**
 * Lists items that wait, failed or are in doubt, the most urgent first, each with a link. Shows one line if
 * there are none.
 */
export const TodayOutbox = () => {
  const { t } = useTranslation();
  const summary = useOutboxSummary((state) => state.summary);
  const items = useUnsettled().data ?? [];
  const words = useItemWords();
  if (!summary) return null;
  const { waiting, paused, needsSignIn, unreadable } = summary;
  const needing = needAttention(summary);
  // The summary may be there before the items, or without them.
  if (items.length === 0 && needing === 0 && waiting === 0)
    return unreadable > 0 ? (
      <button type="button" className={todayCss.moreItems} onClick={() => goTo('outbox', {})}>
        {t('outbox.badge.unreadable', { count: unreadable })}
      </button>
    ) : (
      <p className={css.clear}>
        <IconCircleCheck size={15} aria-hidden />
        {t('today.outboxClear')}
      </p>
    );
  const sorted = items.toSorted(
    (a, b) => ORDER.indexOf(groupOf(a)) - ORDER.indexOf(groupOf(b)) || b.updatedAt - a.updatedAt,
  );
  // Only the first of many queued items are read; the summary counts all.
  const hidden = Math.max(items.length, unsettledCount(summary)) - SHOWN;
  const Icon = needing > 0 ? IconAlertTriangle : IconClock;
  const { toSend, checking } = toSendAndCheck(summary);
  const says = [
    needing > 0 ? t('today.needs', { count: needing }) : '',
    toSend > 0 ? t('today.waits', { count: toSend }) : '',
    checking > 0 ? t('outbox.badge.checking', { count: checking }) : '',
    unreadable > 0 ? t('outbox.badge.unreadable', { count: unreadable }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <section className={css.outbox} data-needs={needing > 0} aria-label={t('today.outbox')}>
      <div className={css.outboxHead}>
        <Icon size={16} aria-hidden />
        <h2 className={todayCss.cardTitle}>{says === '' ? t('today.outbox') : says}</h2>
        {paused || needsSignIn ? (
          <span className={css.outboxNote}>
            {t(needsSignIn ? 'today.outboxSignIn' : 'today.outboxPaused')}
          </span>
        ) : null}
        <button type="button" className={todayCss.more} onClick={() => goTo('outbox', {})}>
          {t('today.openOutbox')}
        </button>
      </div>
      <ul className={css.outboxItems}>
        {sorted.slice(0, SHOWN).map((item) => {
          const { what, title } = words(item);
          const state = stateOf(item);
          return (
            <li key={item.id}>
              <button type="button" className={css.outboxItem} onClick={() => showItem(item.id)}>
                <span className={todayCss.faint}>{what}</span>
                <span className="truncate">{title}</span>
                {item.waits === 'review' ? (
                  <Pill tone="yellow" soft>
                    {t('today.needsReview')}
                  </Pill>
                ) : (
                  <Pill tone={state.tone} soft>
                    {t(`outbox.state.${state.word}`)}
                  </Pill>
                )}
                <IconChevronRight size={14} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      {items.length > SHOWN ? (
        <button type="button" className={todayCss.moreItems} onClick={() => goTo('outbox', {})}>
          {t('today.moreItems', { count: hidden })}
        </button>
      ) : null}
    </section>
  );
};
