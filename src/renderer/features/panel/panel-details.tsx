import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, RecordView } from '#shared/contract/records';
import { isNoDate } from '#shared/domain/time';
import { isNoId } from '#shared/domain/ids';
import { core } from '../../client/client';
import { useInvalidateRecord } from '../../client/queries';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { toneOf } from '../../format/tone';
import { filesIn } from '../../format/file-refs';
import { BusyButton } from '../../ui/busy-button';
import { FileLinks } from '../../ui/file-links';
import { Pill } from '../../ui/pill';
import { copiedText } from '../../records/copied-text';
import { useLabel } from '../../records/use-label';
import { CopyButton } from '../../ui/copy-button';
import { groupFields, withoutSameOwner } from './field-groups';
import css from './panel.module.css';
import { PanelCollections } from './panel-collections';
import { PanelMoney } from './panel-money';
import { openRelated, type RecordRef } from '../../records/panel-state';

/** Returns the record that a field refers to, if its kind has a list. */
const refOf = (record: RecordView, column: Column): RecordRef | undefined => {
  const value = record.values[column.key];
  const nested =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  const asRef = (resource: RecordRef['resource'], id: unknown): RecordRef | undefined =>
    isNoId(id) || (record.resource === resource && record.id === String(id))
      ? undefined
      : { resource, id: String(id) };
  if (column.kind === 'company') return asRef('company', nested?.company_id ?? nested?.id);
  if (column.kind === 'lead') return asRef('lead', nested?.lead_id ?? nested?.id);
  if (column.key === 'company_id') return asRef('company', value);
  if (column.key === 'lead_id') return asRef('lead', value);
  if (record.resource === 'collection') {
    if (column.key === 'order_no') return asRef('order', record.values.order_id);
    if (column.kind === 'opportunity') return asRef('opportunity', nested?.opportunity_id);
  }
  return undefined;
};

const DetailLine = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const invalidate = useInvalidateRecord();
  const fetch = useMutation({
    mutationFn: () => core.sync.fetchDetail({ resource: record.resource, id: record.id }),
    onSuccess: ({ held }) => {
      if (held) invalidate(record.resource);
    },
  });
  const hasDetailFields = record.columns.some(({ fromDetail }) => fromDetail);
  if (record.detailState === 'held' || (record.detailState === 'not-offered' && !hasDetailFields))
    return null;
  if (record.detailState === 'no-permission')
    return (
      <div className={css.detailLine}>
        <span>{t('panel.detailNoPermission', { what: t(`list.what.${record.resource}`) })}</span>
      </div>
    );
  if (record.detailState === 'not-offered')
    return (
      <div className={css.detailLine}>
        <span>{t('panel.detailNone')}</span>
      </div>
    );
  const failed = fetch.isError || fetch.data?.held === false;
  return (
    <div className={css.detailLine} role="status">
      <span>{failed ? t('panel.detailFailed') : t('panel.detailOffered')}</span>
      <BusyButton variant="default" size="compact-xs" isBusy={fetch.isPending} onClick={() => fetch.mutate()}>
        {fetch.isPending ? t('panel.detailFetching') : t('panel.detailFetch')}
      </BusyButton>
    </div>
  );
};

/** Shows all fields in groups; empty fields are counted and shown on demand. */
export const PanelDetails = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat(record.columns);
  const label = useLabel(record.resource);
  const [showEmpty, setShowEmpty] = useState(false);
  const texts = useMemo(
    () =>
      new Map(
        record.columns.map((column) => [
          column.key,
          displayText(column, record.values[column.key], record.values, format),
        ]),
      ),
    [record, format],
  );
  const text = ({ key }: Column): string => texts.get(key) ?? '';
  const { groups, empty } = groupFields(
    record.resource,
    withoutSameOwner(record.columns, text),
    (column) => text(column) === '',
  );

  const field = (column: Column) => {
    const shown = text(column);
    const value = record.values[column.key];
    const tone = toneOf(column, value);
    const ref = refOf(record, column);
    const files = filesIn(value);
    const isTime = (column.kind === 'dateTime' || column.kind === 'date') && !isNoDate(value);
    const content = () => {
      if (files.length > 0) return <FileLinks files={files} className={css.link} />;
      if (shown === '') return <span className={css.faint}>—</span>;
      if (tone) return <Pill tone={tone}>{shown}</Pill>;
      return ref ? (
        <button type="button" className={css.link} onClick={() => openRelated(ref)}>
          {shown}
        </button>
      ) : (
        shown
      );
    };
    return (
      <div key={column.key} className={css.field}>
        <dt>{label(column)}</dt>
        <dd className="num" {...(isTime ? { title: t('panel.serverTime', { time: String(value) }) } : {})}>
          {content()}
        </dd>
        {shown === '' ? null : (
          <dd className={css.copy}>
            <CopyButton
              label={t('common.copyOf', { what: label(column) })}
              value={() => copiedText(column, record, format)}
            />
          </dd>
        )}
      </div>
    );
  };
  return (
    <>
      <DetailLine record={record} />
      {record.resource === 'order' ? <PanelMoney orderId={record.id} /> : null}
      {record.resource === 'order' ? <PanelCollections orderId={record.id} /> : null}
      {groups.map(([group, fields]) => (
        <section key={group} className={css.group}>
          <h3 className={css.groupTitle}>{t(`panel.group.${group}`)}</h3>
          <dl>{fields.map(field)}</dl>
        </section>
      ))}
      {empty.length === 0 ? null : (
        <>
          <Button
            className={css.emptyToggle ?? ''}
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={showEmpty}
            onClick={() => setShowEmpty(!showEmpty)}
          >
            {t('panel.empty', { count: empty.length })}
          </Button>
          {showEmpty ? <dl>{empty.map(field)}</dl> : null}
        </>
      )}
    </>
  );
};
