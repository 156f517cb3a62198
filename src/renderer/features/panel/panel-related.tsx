import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { useFormat } from '../../format/use-format';
import { withCodes } from '../../format/values';
import { EmptyState } from '../../ui/layout';
import css from './panel.module.css';
import { PendingMark } from '../../records/pending-mark';
import { openRelated } from '../../records/panel-state';
import { rowAmount, rowSubtitle, rowTime, rowTitle, unnamed } from '../../records/row-words';

/** A record in two lines, for lists that are not grids. */
export const RecordLine = ({
  resource,
  row,
  currencies,
  onOpen,
}: {
  resource: ResourceName;
  row: Row;
  /** The currencies of the amounts beside it. */
  currencies?: readonly unknown[];
  onOpen: () => void;
}) => {
  const plain = useFormat();
  const format = withCodes(plain, currencies ?? []);
  const named = rowTitle(resource, row);
  const title = named.startsWith('local:') ? unnamed(resource, format.word) : named;
  return (
    <button type="button" className={css.related} onClick={onOpen}>
      <span className="truncate">
        <PendingMark row={row} word={format.word} inline />
        {title}
      </span>
      <span className={css.right}>{rowAmount(resource, row, format)}</span>
      <small className="truncate">{rowSubtitle(row, title)}</small>
      <small className={css.right}>{rowTime(resource, row, format)}</small>
    </button>
  );
};

export const PanelRelated = ({
  groups,
}: {
  groups: { resource: ResourceName; total: number; rows: Row[] }[];
}) => {
  const { t } = useTranslation();
  if (groups.length === 0) return <EmptyState title={t('panel.noRelated')} />;
  return groups.map(({ resource, total, rows }) => (
    <section key={resource} className={css.group}>
      <h3 className={css.groupTitle}>
        {t(`resource.${resource}`)} {total > rows.length ? `· ${t('panel.showAll', { count: total })}` : ''}
      </h3>
      {rows.map((row) => (
        <RecordLine
          key={row.id}
          resource={resource}
          row={row}
          currencies={rows.map(({ values }) => values.currency)}
          onOpen={() => openRelated({ resource, id: row.id })}
        />
      ))}
    </section>
  ));
};
