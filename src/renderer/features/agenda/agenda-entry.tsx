/** One follow-up of the day plan, with links to its customer, to a new note, and to its next date. */
import { ActionIcon } from '@mantine/core';
import { IconCalendarPlus, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../client/preferences';
import { useServerOffset } from '../../client/queries';
import { formatServerText, formatWeekday } from '../../format/time';
import { openCustomerPage } from '../../navigation/customer-route';
import { openNew } from '../../navigation/form-route';
import { useNewKinds } from '../../navigation/new-dialog-state';
import { openPlan } from '../../navigation/plan-state';
import type { FollowUp } from './agenda-model';
import css from './agenda.module.css';
import { Hint } from '../../ui/hint';

const open = ({ id }: FollowUp): void => openCustomerPage({ resource: 'company', id });

/** Says for screen readers what the colour says: a line below the heading "Overdue" needs no word. */
const LateWord = () => {
  const { t } = useTranslation();
  return <span className="visually-hidden"> {t('agenda.overdue')} </span>;
};

/** A line of the list; `withDay` if the heading above it does not contain the day. */
export const AgendaLine = ({ followUp, withDay = false }: { followUp: FollowUp; withDay?: boolean }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offsetMs = useServerOffset();
  const canNote = useNewKinds().includes('trailNote');
  const { id, name, day, time, serverTime, late } = followUp;
  return (
    <li className={css.line} data-follow-up={id}>
      <span className={css.when} data-late={late} title={formatServerText(serverTime, locale, offsetMs)}>
        {[withDay ? formatWeekday(day, locale) : '', time ?? (withDay ? '' : t('agenda.anyTime'))]
          .filter(Boolean)
          .join(' ')}
        {late && !withDay ? <LateWord /> : null}
      </span>
      <button type="button" className={css.name} data-step onClick={() => open(followUp)}>
        <span className="truncate name-text" dir="auto">
          {name}
        </span>
      </button>
      <span className={css.acts}>
        {canNote ? (
          <Hint label={t('today.done')}>
            <ActionIcon
              size={24}
              aria-label={t('today.doneFor', { name })}
              onClick={() => openNew('trailNote', { resource: 'company', id })}
            >
              <IconCheck size={15} />
            </ActionIcon>
          </Hint>
        ) : null}
        <Hint label={t('today.plan')}>
          <ActionIcon size={24} aria-label={t('today.planFor', { name })} onClick={() => openPlan(id)}>
            <IconCalendarPlus size={15} />
          </ActionIcon>
        </Hint>
      </span>
    </li>
  );
};

/** A follow-up in a column of the calendar. */
export const AgendaCard = ({ followUp }: { followUp: FollowUp }) => {
  const { id, name, time, late } = followUp;
  return (
    <li data-follow-up={id}>
      <button
        type="button"
        className={css.card}
        data-late={late}
        data-step
        title={name}
        onClick={() => open(followUp)}
      >
        {time === null ? null : <span className={css.cardTime}>{time}</span>}
        {late ? <LateWord /> : null}
        <span className={`name-text ${css.cardName}`} dir="auto">
          {name}
        </span>
      </button>
    </li>
  );
};
