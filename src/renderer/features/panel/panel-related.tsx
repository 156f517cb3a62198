import { useTranslation } from 'react-i18next';
import type { RecordView, Row } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { useFormat } from '../../format/use-format';
import { EmptyState } from '../../ui/layout';
import css from './panel.module.css';
import { DraftMark } from '../../records/draft-mark';
import { PendingMark } from '../../records/pending-mark';
import { useMissingText } from '../../records/missing-text';
import { openCustomerPage } from '../../navigation/customer-route';
import { goToFiltered } from '../../records/go-to-filtered';
import { relatedFilter } from '../../records/related-filter';
import { openRelated } from '../../records/panel-state';
import { rowAmount, rowSubtitle, rowTime, rowTitle, unnamed } from '../../records/row-words';

/** A record in two lines, for lists that are not grids. */
const RecordLine = ({ resource, row, onOpen }: { resource: ResourceName; row: Row; onOpen: () => void }) => {
  const format = useFormat();
  const named = rowTitle(resource, row);
  const title = named.startsWith('local:') ? unnamed(resource, format.word) : named;
  return (
    <button type="button" className={css.related} onClick={onOpen}>
      <span className="truncate">
        <PendingMark row={row} word={format.word} inline />
        <DraftMark row={row} word={format.word} />
        {title}
      </span>
      <span className={css.right}>{rowAmount(resource, row, format)}</span>
      <small className="truncate">{rowSubtitle(row, title)}</small>
      <small className={css.right}>{rowTime(resource, row, format)}</small>
    </button>
  );
};

export interface RelatedGroup {
  resource: ResourceName;
  total: number;
  rows: Row[];
}

/**
 * Leads to all records of a group if the panel shows only the newest. Without a filter for them it says how
 * many there are.
 */
export const ShowAll = ({ record, group }: { record: RecordView; group: RelatedGroup }) => {
  const { t } = useTranslation();
  const { resource, total, rows } = group;
  if (total <= rows.length) return null;
  const filter = relatedFilter(record, resource);
  const showAll = (show: () => void) => (
    <button type="button" className={css.showAll} onClick={show}>
      {t('panel.showAll', { count: total })}
    </button>
  );
  // The page of a customer has its whole activity.
  if (record.resource === 'company' && resource === 'trail')
    return showAll(() => openCustomerPage({ resource: 'company', id: record.id }));
  if (filter === null)
    return <p className={css.faint}>{t('panel.newest', { shown: rows.length, count: total })}</p>;
  return showAll(() => goToFiltered(resource, [filter]));
};

/** The kinds of record that may be under "Related". Activity has a tab of its own, and a lead has nothing else. */
const relatedKinds = (resource: ResourceName): readonly ResourceName[] => {
  if (resource === 'lead') return [];
  if (resource === 'purchaseOrder') return ['purchaseOrder'];
  return ['company', 'order', 'quotation', 'outboundInvoice', 'receipt', 'collection', 'opportunity'];
};

export const PanelRelated = ({ record, groups }: { record: RecordView; groups: readonly RelatedGroup[] }) => {
  const { t } = useTranslation();
  const missingText = useMissingText(relatedKinds(record.resource));
  if (groups.length === 0)
    return missingText === '' ? (
      <EmptyState title={t('panel.noRelated')} />
    ) : (
      <EmptyState title={t('panel.noRelatedHere')} hint={missingText} />
    );
  const shown = groups.map((group) => {
    const { resource, rows } = group;
    return (
      <section key={resource} className={css.group}>
        <h3 className={css.groupTitle}>{t(`resource.${resource}`)}</h3>
        {rows.map((row) => (
          <RecordLine
            key={row.id}
            resource={resource}
            row={row}
            onOpen={() => openRelated({ resource, id: row.id })}
          />
        ))}
        <ShowAll record={record} group={group} />
      </section>
    );
  });
  return (
    <>
      {shown}
      {missingText === '' ? null : <p className={css.faint}>{missingText}</p>}
    </>
  );
};
