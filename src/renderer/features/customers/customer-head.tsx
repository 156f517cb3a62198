import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconCalendarDue,
  IconChevronDown,
  IconChevronUp,
  IconCash,
  IconClock,
  IconFileInvoice,
  IconNote,
  IconPencil,
  IconStarFilled,
  IconTargetArrow,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import type { TimelineSubject } from '#shared/contract/timeline';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { RESOURCE_ICONS } from '../../navigation/places';
import { currentRoute, useRoute } from '../../navigation/router';
import { followUpTimeOf } from '../../format/follow-up-time';
import { formatRelativeServer, formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { toneOf } from '../../format/tone';
import { offProps } from '../../ui/off-props';
import { Pill } from '../../ui/pill';
import { stepOfKey } from '../../ui/screen-keys';
import { useNow } from '../../ui/use-now';
import { openEdit, openNew } from '../../navigation/form-route';
import { openPlan } from '../../navigation/plan-state';
import { useNewKinds } from '../../navigation/new-dialog-state';
import { rememberNeighbours } from '../../records/list-steps';
import { usePanel } from '../../records/panel-state';
import { walkList } from '../../records/walk-list';
import { markOf } from '../../records/pending-mark';
import { closeCustomerPage, originScreen, replaceCustomerPage } from '../../navigation/customer-route';
import { lacksDetails } from '../../records/lacks-details';
import { fullTitle } from '../../records/full-title';
import css from './customer-head.module.css';
import pageCss from './customer.module.css';
import { profileText } from './profile-model';
import { Hint } from '../../ui/hint';

const MOST_STARS = 5;

const Stars = ({ value }: { value: unknown }) => {
  const { t } = useTranslation();
  const stars = Number(value);
  if (!Number.isInteger(stars) || stars < 1 || stars > MOST_STARS) return null;
  return (
    <span
      className={css.stars}
      role="img"
      aria-label={t('customer.stars', { count: stars })}
      title={t('customer.stars', { count: stars })}
    >
      {Array.from({ length: MOST_STARS }, (_, i) => (
        <IconStarFilled key={i} size={13} data-on={i < stars} />
      ))}
    </span>
  );
};

const FollowUp = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(60_000);
  const value = record.values.next_follow_up_time;
  const clock = new Date(now);
  const when = followUpTimeOf(value, clock, format.offsetMs);
  if (when === null) return null;
  return (
    <button
      type="button"
      className={css.followUp}
      data-late={when.late}
      title={formatServerText(value, format.locale, format.offsetMs)}
      onClick={() => openPlan(record.id)}
    >
      <IconCalendarDue size={14} aria-hidden />
      {t(when.late ? 'customer.followUpLate' : 'customer.followUp', {
        when: formatRelativeServer(value, format.locale, format.offsetMs, clock.getTime()),
      })}
    </button>
  );
};

/** Steps through the list from which the page was opened, as in the record panel. */
const Steps = ({ subject }: { subject: TimelineSubject }) => {
  const { t } = useTranslation();
  const cursor = usePanel((state) => state.cursor);
  const isOfSubject = cursor?.view.resource === subject.resource && cursor.id === subject.id;
  const index = isOfSubject ? cursor.index : undefined;
  useEffect(() => {
    if (!cursor || index === undefined) return;
    // Without neighbours a step goes by the index.
    rememberNeighbours({ ...cursor, index }, 1).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each place
  }, [cursor?.view, cursor?.id, index]);
  const step = (by: 1 | -1): void => {
    if (!cursor || index === undefined) return;
    walkList(by, (next) => {
      usePanel.setState({ back: [], cursor: next });
      replaceCustomerPage({ resource: subject.resource, id: next.id });
    });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = stepOfKey(event);
      if (by === 0 || currentRoute().params.open !== undefined) return;
      event.preventDefault();
      step(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  if (index === undefined) return null;
  return (
    <>
      <Hint label={`${t('customer.previous')} · Alt ↑`}>
        <ActionIcon aria-label={t('customer.previous')} {...offProps(index === 0, () => step(-1))}>
          <IconChevronUp size={16} />
        </ActionIcon>
      </Hint>
      <Hint label={`${t('customer.next')} · Alt ↓`}>
        <ActionIcon aria-label={t('customer.next')} onClick={() => step(1)}>
          <IconChevronDown size={16} />
        </ActionIcon>
      </Hint>
    </>
  );
};

/**
 * The bar at the top of the page: the way back, the next and previous record of the list, and the actions for
 * this customer.
 */
export const CustomerBar = ({ subject, children }: { subject: TimelineSubject; children?: ReactNode }) => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const Icon = RESOURCE_ICONS[subject.resource];
  return (
    <header className={pageCss.bar}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={15} />}
        onClick={closeCustomerPage}
      >
        {t(`screen.${originScreen(params)}`)}
      </Button>
      <span className={css.kind}>
        <Icon size={15} stroke={1.7} aria-hidden />
        {t(`customer.kind.${subject.resource}`)}
      </span>
      <Steps subject={subject} />
      <div className={css.grow} />
      {children}
    </header>
  );
};

/** Below these widths (in pixels) the actions are icons; one more action needs more width. */
const COMPACT = 760;
const COMPACT_WITH_OPPORTUNITY = 900;

/** Buttons for new documents and edits; their forms open over the page. `width` is the width of the page. */
export const CustomerActions = ({ subject, width }: { subject: TimelineSubject; width: number }) => {
  const { t } = useTranslation();
  const kinds = useNewKinds();
  const about = { resource: subject.resource, id: subject.id };
  const hasOpportunity = subject.resource === 'company' && kinds.includes('opportunity');
  const compact = width < (hasOpportunity ? COMPACT_WITH_OPPORTUNITY : COMPACT);
  const action = (label: string, icon: ReactNode, onClick: () => void) =>
    compact ? (
      <Hint key={label} label={label}>
        <ActionIcon variant="default" size={30} aria-label={label} onClick={onClick}>
          {icon}
        </ActionIcon>
      </Hint>
    ) : (
      <Button key={label} variant="default" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <div className={css.actions} role="group" aria-label={t('customer.actions')}>
      {kinds.includes('trailNote')
        ? action(t('customer.newNote'), <IconNote size={15} />, () => openNew('trailNote', about))
        : null}
      {hasOpportunity
        ? action(t('customer.newOpportunity'), <IconTargetArrow size={15} />, () =>
            openNew('opportunity', about),
          )
        : null}
      {subject.resource === 'company'
        ? action(t('customer.newInvoice'), <IconFileInvoice size={15} />, () =>
            openNew('outboundInvoice', about),
          )
        : null}
      {subject.resource === 'company'
        ? action(t('customer.newReceipt'), <IconCash size={15} />, () => openNew('receipt', about))
        : null}
      {action(t('customer.edit'), <IconPencil size={15} />, () => openEdit(subject.resource, subject.id))}
    </div>
  );
};

/** The head of the page: name, number, place, owners, status, and the next follow-up. */
export const CustomerHead = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat(record.columns);
  const { values } = record;
  const { numberField } = RESOURCE_INFO[record.resource];
  const title = fullTitle(record);
  const columnOf = (key: string) => record.columns.find((column) => column.key === key);
  const textOf = (key: string): string => {
    const column = columnOf(key);
    return column ? displayText(column, values[key], values, format) : '';
  };
  const number = numberField === undefined ? '' : String(values[numberField] ?? '');
  const owners = textOf(record.resource === 'company' && textOf('owner') !== '' ? 'owner' : 'user_id');
  const second = [textOf('company_name'), textOf('short_name')].filter(
    (text) => text !== '' && text !== title,
  );
  const country = profileText('country', columnOf('country'), values, format, {});
  const stateColumn = columnOf(record.resource === 'company' ? 'trail_status' : 'status');
  const state = stateColumn
    ? displayText(stateColumn, values[stateColumn.key], values, format) || textOf('status_name')
    : '';
  const isPublic = String(values.is_public) === '1';
  // The owner may be in the details alone: then it is unknown, and not none.
  const ownerUnknown = values.owner === undefined && lacksDetails(record, 'user_id');
  const noOwner = ownerUnknown ? '' : t('customer.noOwner');
  const owner = owners || (isPublic ? t('customer.publicPool') : noOwner);
  return (
    <div className={css.head}>
      <h1 className={`name-text ${css.name}`} tabIndex={-1} data-autofocus-page title={title}>
        {title}
      </h1>
      <div className={css.meta}>
        {number !== '' && number !== title ? <span className="num selectable">{number}</span> : null}
        {second.map((text) => (
          <span key={text} className="selectable">
            {text}
          </span>
        ))}
        {country === '' ? null : <span>{country}</span>}
        {owner === '' ? null : <span>{owner}</span>}
        <Stars value={values.star} />
        {record.removed ? (
          <Pill tone="red" soft>
            {t('common.deleted')}
          </Pill>
        ) : null}
        {state === '' || !stateColumn ? null : (
          <Pill soft tone={toneOf(stateColumn, values[stateColumn.key]) ?? 'blue'}>
            {state}
          </Pill>
        )}
        {record.pending === undefined ? null : (
          <span className={css.pendingNote}>
            <IconClock size={14} aria-hidden />
            {markOf(record) === 'delivered' ? t('pending.delivered') : t('customer.waits')}
          </span>
        )}
        {record.resource === 'company' ? <FollowUp record={record} /> : null}
      </div>
    </div>
  );
};
