import type { ReactNode } from 'react';
import type { Column, Filter, Row } from '#shared/contract/records';
import { useTranslation } from 'react-i18next';
import { placeOf } from '../../navigation/places';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { useTopRows } from '../../client/queries';
import { useFormat } from '../../format/use-format';
import { displayText, type FormatContext } from '../../format/values';
import { toneOf } from '../../format/tone';
import { Pill } from '../../ui/pill';
import { DraftMark } from '../../records/draft-mark';
import { openOnScreen } from '../../records/panel-state';
import { rowAmount, rowSubtitle, rowTime, rowTitle } from '../../records/row-words';
import { useOpenDocuments } from './open-documents';
import { goToFiltered } from '../../records/go-to-filtered';
import { Card, NotHere } from './today-parts';
import { NotRead } from '../../ui/not-read';
import css from './today.module.css';

const STATE: Readonly<Record<'order' | 'quotation', Column>> = {
  order: { key: 'shipping_status', kind: 'status', sort: 'none' },
  quotation: { key: 'approval_status', kind: 'enum', options: 'approvalStatus', sort: 'none' },
};

const DocumentLine = ({
  resource,
  row,
  format,
}: {
  resource: 'order' | 'quotation';
  row: Row;
  format: FormatContext;
}) => {
  const title = rowTitle(resource, row);
  const state = displayText(STATE[resource], row.values[STATE[resource].key], row.values, format);
  return (
    <li>
      <button
        type="button"
        className={css.document}
        onClick={() => openOnScreen(placeOf(resource), { resource, id: row.id })}
      >
        <span className={css.documentTitle}>
          <DraftMark row={row} word={format.word} />
          <span className="truncate name-text" dir="auto">
            {title}
          </span>
          {state === '' ? null : (
            <Pill tone={toneOf(STATE[resource], row.values[STATE[resource].key]) ?? 'gray'}>{state}</Pill>
          )}
        </span>
        <span className={css.right}>{rowAmount(resource, row, format)}</span>
        <small className="truncate">{rowSubtitle(row, title)}</small>
        <small className={css.right}>{rowTime(resource, row, format)}</small>
      </button>
    </li>
  );
};

/** Lists open documents, the latest first. */
export const TodayDocuments = ({
  resource,
  title,
  owners,
  limit,
  none,
}: {
  resource: 'order' | 'quotation';
  title: string;
  /** A filter for the owners of the documents. */
  owners: Filter[];
  limit: number;
  none: string;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { open, failed, retry } = useOpenDocuments(resource);
  const filters = [...(open?.filters ?? []), ...owners];
  const isAsked = open !== undefined && !open.nothing;
  const { data, isError, refetch } = useTopRows({ resource, filters }, limit, undefined, isAsked);
  const why = useMissingKinds()[resource];
  const noneHere = useIncomplete([resource]) ? t('list.emptyHint') : none;
  if (why !== undefined)
    return (
      <Card title={title}>
        <NotHere resource={resource} why={why} />
      </Card>
    );
  const body = (): ReactNode => {
    if (open?.nothing) return <p className={css.none}>{noneHere}</p>;
    if (!open) return <NotRead failed={failed} onRetry={retry} />;
    if (!data) return <NotRead failed={isError} onRetry={() => void refetch()} />;
    if (data.rows.length === 0) return <p className={css.none}>{noneHere}</p>;
    return (
      <ul>
        {data.rows.map((row) => (
          <DocumentLine key={row.id} resource={resource} row={row} format={format} />
        ))}
      </ul>
    );
  };
  return (
    <Card
      title={title}
      note={open?.known === false ? <small className={css.states}>{t('today.allStates')}</small> : null}
      onMore={open?.nothing ? undefined : () => goToFiltered(resource, filters)}
    >
      {body()}
    </Card>
  );
};
