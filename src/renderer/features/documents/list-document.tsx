import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Account } from '#shared/contract/accounts';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { rowNotes } from '#shared/domain/row-notes';
import type { Language } from '../../client/languages';
import { layoutOf, usePreferences } from '../../client/preferences';
import { useSync } from '../../client/events';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { useColumns } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { formatDayAndTime } from '../../format/time';
import { labelOf } from '../../format/use-format';
import { displayText, isNumeric } from '../../format/values';
import { shownColumns } from '../../records/list-columns';
import { placeOfList, readView, withKnownFields } from '../../records/list-view';
import { partBetween } from '../../records/read-rows';
import { useAllSavedViews } from '../../records/saved-views';
import { useUnreadDetails } from '../../records/unread-details';
import { useServerToday } from '../../records/use-server-today';
import { NotRead } from '../../ui/not-read';
import { useDocumentFormat } from './document-format';
import type { DocumentColumn } from './document-model';
import css from './document.module.css';
import { noteWords } from './note-words';
import { usePageStyle } from './page-style';
import { Sheet, SheetFoot, SheetTable, SheetTableSkeleton, usePaper } from './sheet';

/** Maximum of printed rows. For more rows a file is better, and the page says so. */
const MOST_ROWS = 1_000;
/** From this number on, all columns have the same width. */
const MANY_COLUMNS = 14;

const wrapOf = ({ key, kind }: Column): Pick<DocumentColumn, 'wrap'> => {
  if (key === 'name' || key === 'short_name') return { wrap: 'names' };
  switch (kind) {
    case 'date':
    case 'dateTime':
    case 'enum':
    case 'status':
    case 'flag':
      return { wrap: 'never' };
    case 'user':
    case 'users':
      return { wrap: 'words' };
    case 'company':
    case 'lead':
    case 'supplier':
    case 'longText':
      return { wrap: 'names' };
    default:
      return {};
  }
};

/** What the reader of the page has to know: the rows may not be all. */
const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note) => (
    <p key={note} className={css.warning}>
      {note}
    </p>
  ));

/** Prints the list behind the preview, with its filters, order and columns. */
export const ListDocument = ({
  resource,
  params,
  account,
  language,
}: {
  resource: ResourceName;
  params: Readonly<Record<string, string>>;
  account: Account;
  language: Language;
}) => {
  const place = placeOfList(resource, params, useAllSavedViews()[resource] ?? []);
  const layout = usePreferences((state) => layoutOf(state.lists, place));
  const all = useColumns(resource).data;
  const columns = useMemo(() => (all ? shownColumns(resource, all, layout) : []), [resource, all, layout]);
  const format = useDocumentFormat(columns, language);
  const { word, locale } = format;
  const view = withKnownFields(readView(resource, params, useServerToday()), all ?? []);
  const keys = [...new Set([...columns.map(({ key }) => key), 'currency'])];
  const [read, setRead] = useState<{ done: number; total: number } | null>(null);
  const { data, isError, refetch } = useQuery({
    enabled: columns.length > 0,
    ...ask(queryKeys.printedRows(view, keys), () => {
      setRead(null);
      return partBetween(view, 0, MOST_ROWS - 1, keys, (done, total) =>
        setRead({ done, total: Math.min(total, MOST_ROWS) }),
      );
    }),
  });
  const fresh = useSync(({ state }) => state?.freshAsOf ?? null);
  const missing = useMissingKinds()[resource];
  const isIncomplete = useIncomplete([resource]);
  const fields = [...columns, ...view.filters.map(({ field }) => ({ key: field }))].map(({ key }) => key);
  const unread = useUnreadDetails(resource, all ?? [], fields);
  usePaper(data !== undefined);
  const title = word(`resource.${resource}`);
  usePageStyle([account.name, title], true);
  const heads = columns.map((column) => ({
    key: column.key,
    label: labelOf(resource, column, word),
    numeric: isNumeric(column.kind),
    ...wrapOf(column),
  }));
  const preparing = read
    ? word('document.preparingRows', {
        done: formatNumber(read.done, locale),
        total: formatNumber(read.total, locale),
      })
    : word('document.preparing');
  const subtitle =
    data === undefined
      ? preparing
      : [
          word('document.rows', { count: data.total, formatted: formatNumber(data.total, locale) }),
          view.removed ? word('common.deleted') : '',
          view.filters.length > 0 ? word('document.filtered') : '',
          view.search === '' ? '' : word('document.searched', { text: view.search }),
        ]
          .filter(Boolean)
          .join(' · ');
  const withoutRows = isError ? (
    <NotRead failed onRetry={() => void refetch()} />
  ) : (
    <SheetTableSkeleton columns={heads} />
  );
  const what = word(`list.what.${resource}`);
  const notes = [
    missing === undefined ? '' : word('customer.notInStory', { what }),
    isIncomplete ? word('list.notAllHere', { what }) : '',
    unread > 0
      ? word('lists.withoutDetails', { count: unread, formatted: formatNumber(unread, locale) })
      : '',
  ].filter(Boolean);
  const marks = noteWords(word);
  return (
    <Sheet account={account} language={language} title={title} subtitle={subtitle} landscape>
      <div className={`${css.section} ${css.list}`} data-many={columns.length > MANY_COLUMNS}>
        {data === undefined ? null : <Notes notes={notes} />}
        {data === undefined ? (
          withoutRows
        ) : (
          <SheetTable
            columns={heads}
            notes={data.rows.map((row) =>
              rowNotes(row, view.removed)
                .map((note) => marks[note])
                .join(' · '),
            )}
            noteKey={heads[0]?.key ?? ''}
            lines={data.rows.map(({ values }) =>
              Object.fromEntries(
                columns.map((column) => [
                  column.key,
                  displayText(column, values[column.key], values, format),
                ]),
              ),
            )}
          />
        )}
        {data !== undefined && data.total > data.rows.length ? (
          <p className={css.warning}>
            {word('document.more', {
              shown: formatNumber(data.rows.length, locale),
              total: formatNumber(data.total, locale),
            })}
          </p>
        ) : null}
      </div>
      <SheetFoot
        account={account}
        asOf={fresh === null ? '' : word('document.asOf', { time: formatDayAndTime(fresh, language) })}
        word={word}
      />
    </Sheet>
  );
};
