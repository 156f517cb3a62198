import { ActionIcon } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowsMaximize,
  IconChevronDown,
  IconChevronUp,
  IconPrinter,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { linesOf } from '#shared/domain/nested-values';
import { setPreferences, usePreferences } from '../../client/preferences';
import { currentRoute } from '../../navigation/router';
import { RESOURCE_ICONS } from '../../navigation/places';
import { failureOf } from '../../client/failure-of';
import { useRecord, useRelated } from '../../client/queries';
import { formatMoment } from '../../format/time';
import { labelOf, useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { toneOf } from '../../format/tone';
import { offProps } from '../../ui/off-props';
import { EmptyState, Skeleton } from '../../ui/layout';
import { Pill } from '../../ui/pill';
import { isOwnKey } from '../../ui/own-key';
import { stepOfKey } from '../../ui/screen-keys';
import { pressTabBeside } from '../../ui/tab-keys';
import { useNow } from '../../ui/use-now';
import { ChangeNote } from '../../records/change-note';
import { useDetailsOnOpen } from '../../records/details-on-open';
import { walkList } from '../../records/walk-list';
import { useRememberOpened } from '../../navigation/recent-records';
import { PendingBlock } from '../outbox/public';
import { RecordActions } from '../../forms/windows/record-actions';
import { TakeAlongButton } from '../travel/public';
import { isPrintable } from '../../navigation/document-ref';
import { openDocument } from '../../navigation/document-route';
import { hasPage, openCustomerPage } from '../../navigation/customer-route';
import { fullTitle } from '../../records/full-title';
import { markOf } from '../../records/pending-mark';
import { CopyButton } from '../../ui/copy-button';
import { indentJson } from '../../format/indent-json';
import { PanelContacts } from './panel-contacts';
import { PanelDetails } from './panel-details';
import { PanelLines } from './panel-lines';
import { PanelRelated, ShowAll } from './panel-related';
import { PanelStock } from './panel-stock';
import { unnamed } from '../../records/row-words';
import {
  closePanel,
  followOpen,
  goBack,
  openFromList,
  openRelated,
  usePanel,
} from '../../records/panel-state';
import { Timeline } from './panel-trail';
import css from './panel.module.css';
import { Hint } from '../../ui/hint';

const PanelHead = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat(record.columns);
  const { numberField } = RESOURCE_INFO[record.resource];
  const number = numberField === undefined ? '' : String(record.values[numberField] ?? '');
  const named = record.resource === 'trail' ? '' : String(record.values.name ?? '');
  const title = fullTitle(record);
  const pills = record.columns.filter(
    (column) =>
      column.kind === 'status' ||
      (column.kind === 'enum' && toneOf(column, record.values[column.key]) !== undefined),
  );
  return (
    <div className={css.head}>
      <h2 className={`name-text ${css.title}`} tabIndex={-1} data-panel-title>
        {title === '' ? unnamed(record.resource, format.word) : title}
      </h2>
      <div className={css.meta}>
        {number !== '' && number !== title ? <span className="num selectable">{number}</span> : null}
        {named !== '' && named !== title ? <span className="selectable">{named}</span> : null}
        {record.removed ? (
          <Pill tone="red" soft>
            {t('common.deleted')}
          </Pill>
        ) : null}
        {record.draft ? (
          <Pill tone="gray" soft>
            {t('common.draft')}
          </Pill>
        ) : null}
        {pills.map((column) => {
          const value = record.values[column.key];
          const text = displayText(column, value, record.values, format);
          return text === '' ? null : (
            <Pill key={column.key} soft tone={toneOf(column, value) ?? 'gray'}>
              {pills.length === 1
                ? text
                : t('document.labelled', { label: labelOf(record.resource, column, format.word), text })}
            </Pill>
          );
        })}
      </div>
    </div>
  );
};

/** Kinds to which no records are linked. */
const WITHOUT_RELATED: ReadonlySet<ResourceName> = new Set(['product', 'user']);
/** Kinds that have no trail entries. */
const WITHOUT_ACTIVITY: ReadonlySet<ResourceName> = new Set([
  ...WITHOUT_RELATED,
  'trail',
  'purchaseOrder',
  'collection',
]);

const PanelBody = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const developer = usePreferences((state) => state.developer);
  const wanted = usePanel((state) => state.tab);
  const related = useRelated(record.resource, record.id).data ?? [];
  const trail = related.find(({ resource }) => resource === 'trail');
  const others = related.filter(({ resource }) => resource !== 'trail');
  const isProduct = record.resource === 'product';
  const lineFields = record.columns.filter(({ kind }) => kind === 'lines').map(({ key }) => key);
  const contactFields = record.columns.filter(({ kind }) => kind === 'contacts').map(({ key }) => key);
  const countOf = (fields: string[]): number =>
    fields.reduce((sum, field) => sum + linesOf(record.values[field]).length, 0);
  const tabs = [
    { key: 'details', count: undefined, shown: true },
    { key: 'stock', count: countOf(['sku_items']), shown: isProduct },
    { key: 'lines', count: countOf(lineFields), shown: lineFields.length > 0 && !isProduct },
    { key: 'contacts', count: countOf(contactFields), shown: contactFields.length > 0 },
    {
      key: 'trail',
      count: trail?.total ?? 0,
      shown: !WITHOUT_ACTIVITY.has(record.resource),
    },
    {
      key: 'related',
      count: others.reduce((sum, { total }) => sum + total, 0),
      shown: !WITHOUT_RELATED.has(record.resource),
    },
    { key: 'json', count: undefined, shown: developer && record.raw !== '' },
  ].filter(({ shown }) => shown);
  const tab = tabs.find(({ key }) => key === wanted)?.key ?? 'details';
  // Leave the JSON tab when another record is opened.
  useEffect(
    () => () => {
      if (usePanel.getState().tab === 'json') usePanel.setState({ tab: 'details' });
    },
    [record.id],
  );
  return (
    <>
      <PanelHead record={record} />
      <ChangeNote key={`change ${record.id}`} resource={record.resource} id={record.id} />
      <PendingBlock key={record.id} resource={record.resource} id={record.id} />
      <div className={css.tabs} role="tablist" aria-label={t('customer.tabs')} onKeyDown={pressTabBeside}>
        {tabs.map(({ key, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`panel-tab-${key}`}
            aria-selected={tab === key}
            aria-controls="panel-part"
            className={css.tab}
            onClick={() => usePanel.setState({ tab: key })}
          >
            {t(`panel.${key === 'lines' && record.resource === 'receipt' ? 'allocations' : key}`)}
            {count === undefined || count === 0 ? null : <i>{count}</i>}
          </button>
        ))}
      </div>
      <div
        className={css.body}
        role="tabpanel"
        id="panel-part"
        aria-labelledby={`panel-tab-${tab}`}
        key={record.id + tab}
      >
        {tab === 'details' ? <PanelDetails record={record} /> : null}
        {tab === 'stock' ? <PanelStock record={record} /> : null}
        {tab === 'lines'
          ? lineFields.map((field) => <PanelLines key={field} record={record} field={field} />)
          : null}
        {tab === 'contacts' ? <PanelContacts record={record} fields={contactFields} /> : null}
        {tab === 'trail' ? (
          <>
            <Timeline
              rows={trail?.rows ?? []}
              onOpen={(row) => openRelated({ resource: 'trail', id: row.id })}
            />
            {trail ? <ShowAll record={record} group={trail} /> : null}
          </>
        ) : null}
        {tab === 'related' ? <PanelRelated record={record} groups={others} /> : null}
        {tab === 'json' ? (
          <>
            <div style={{ float: 'right', marginTop: 8 }}>
              <CopyButton value={() => record.raw} label={t('panel.copyJson')} />
            </div>
            <pre className={css.json}>{indentJson(record.raw)}</pre>
          </>
        ) : null}
      </div>
      <div className={`${css.foot} num`}>
        {record.raw === ''
          ? t(`pending.${markOf(record) ?? 'waiting'}`)
          : t('panel.fetched', { time: formatMoment(record.fetchedAt, locale, now) })}
        {record.detailAt === null
          ? ''
          : ` · ${t('panel.detailsAt', { time: formatMoment(record.detailAt, locale, now) })}`}
      </div>
    </>
  );
};

/** A placeholder in the shape of a record: title and facts, then labels with values. */
const PanelSkeleton = () => (
  <div aria-hidden>
    <div className={css.head}>
      <Skeleton width="58%" height={20} />
      <div className={css.meta}>
        <Skeleton width={84} />
        <Skeleton width={120} />
      </div>
    </div>
    <div className={css.tabs}>
      <div className={css.skeletonTab}>
        <Skeleton width={52} />
      </div>
    </div>
    <div className={css.body}>
      <div className={css.group}>
        {[46, 72, 38, 64, 52, 80, 44, 60].map((width, at) => (
          <div key={at} className={css.field}>
            <Skeleton width={`${46 + ((at * 13) % 40)}%`} />
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  </div>
);

/**
 * The record beside the list. Alt+↑ and Alt+↓ step through the list from which it was opened, Esc closes it,
 * Backspace goes back.
 */
export const RecordPanel = ({
  resource,
  id,
  onClosed,
}: {
  resource: ResourceName;
  id: string;
  onClosed: () => void;
}) => {
  const { t } = useTranslation();
  const { data: record, error } = useRecord(resource, id);
  useRememberOpened(record, id);
  useDetailsOnOpen(record);
  const movedTo = record?.movedTo;
  useEffect(() => {
    if (movedTo !== undefined) followOpen({ resource, id }, movedTo);
  }, [movedTo, resource, id]);
  const { back, cursor } = usePanel();
  const width = usePreferences((state) => state.panelWidth);
  const isOfList = cursor?.view.resource === resource && cursor.id === id;
  const index = back.length === 0 && isOfList ? cursor.index : undefined;
  const step = (by: 1 | -1): void => {
    if (!cursor || index === undefined) return;
    walkList(by, (next) =>
      openFromList(next.view, { resource: next.view.resource, id: next.id }, next.index),
    );
  };
  const close = (): void => {
    closePanel();
    onClosed();
  };
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const by = stepOfKey(event);
      if (by === 0) return;
      event.preventDefault();
      step(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOwnKey(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Backspace' && back.length > 0 && !(event.target instanceof HTMLInputElement))
      goBack();
  };
  const resize = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent): void =>
      setPreferences({ panelWidth: Math.round(Math.min(900, Math.max(340, width + start - at.clientX))) });
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const Icon = RESOURCE_ICONS[resource];
  const button = (label: string, icon: React.ReactNode, onClick: () => void, isOff = false) => (
    <Hint label={label}>
      <ActionIcon aria-label={label} {...offProps(isOff, onClick)}>
        {icon}
      </ActionIcon>
    </Hint>
  );
  const withoutRecord = () => {
    if (record === null) return <EmptyState title={t('panel.gone')} hint={t('panel.goneHint')} />;
    return error ? (
      <EmptyState
        title={t(`errors.${failureOf(error).code}.title`)}
        hint={t(`errors.${failureOf(error).code}.next`)}
      />
    ) : (
      <PanelSkeleton />
    );
  };
  return (
    // The panel can have the focus, so that its keys still work after a click on its text.
    <aside
      className={css.panel}
      style={{ width }}
      tabIndex={-1}
      aria-label={t(`resourceOne.${resource}`)}
      onKeyDown={onKeyDown}
    >
      <div
        className={css.resizer}
        onPointerDown={resize}
        role="separator"
        aria-orientation="vertical"
        aria-label={t('panel.resize')}
      />
      <div className={css.bar}>
        {back.length > 0 ? button(t('common.back'), <IconArrowLeft size={16} />, goBack) : null}
        <span className={css.kind}>
          <Icon size={15} stroke={1.7} />
          <span className="truncate">{t(`resourceOne.${resource}`)}</span>
        </span>
        {record ? <RecordActions record={record} /> : null}
        {record && !record.removed ? <TakeAlongButton resource={resource} id={record.id} /> : null}
        {hasPage(resource) && currentRoute().params.page !== `${resource}~${id}`
          ? button(t('customer.openPage'), <IconArrowsMaximize size={16} />, () =>
              openCustomerPage({ resource, id }),
            )
          : null}
        {index === undefined ? null : (
          <>
            {button(t('panel.previous'), <IconChevronUp size={16} />, () => step(-1), index === 0)}
            {button(t('panel.next'), <IconChevronDown size={16} />, () => step(1))}
          </>
        )}
        {isPrintable(resource) && record
          ? button(
              t(resource === 'company' ? 'document.statement' : 'document.print'),
              <IconPrinter size={16} />,
              () => openDocument(resource, record.id),
            )
          : null}
        {button(t('common.close'), <IconX size={16} />, close)}
      </div>
      {record ? <PanelBody record={record} /> : withoutRecord()}
    </aside>
  );
};
