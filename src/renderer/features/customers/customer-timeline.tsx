/**
 * The timeline of a customer, newest first: virtualised, read page by page, filtered by kind, person and
 * text. It is one tab stop; arrows move inside it.
 */
import { Button } from '@mantine/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry, TimelineSubject } from '#shared/contract/timeline';
import type { TimelineKind } from '#shared/domain/timeline-kinds';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { formatLongDay, formatMonth, formatServerText, serverTextToEpoch } from '../../format/time';
import { sentences } from '../../format/sentences';
import { useFormat } from '../../format/use-format';
import { listText } from '../../format/values';
import { EmptyState, Skeleton } from '../../ui/layout';
import { useNow } from '../../ui/use-now';
import { showItem } from '../outbox/public';
import { NotRead } from '../../ui/not-read';
import { openRelated } from '../../records/panel-state';
import { useTimeline } from './customer-queries';
import { PageScroll, STAYS_ABOVE, useScrollMargin } from './page-scroll';
import { groupsOf, isBeginning, type TimelineGroup } from './timeline-groups';
import { TimelineLine } from './timeline-entry';
import { TimelineTools } from './timeline-tools';
import css from './timeline.module.css';

const open = (entry: TimelineEntry): void => {
  const intent = entry.intents.at(-1);
  if (entry.kind === 'edit' && intent) showItem(intent.id);
  else openRelated({ resource: entry.resource, id: entry.id });
};

const NEAR_END = 20;
const ESTIMATE = 66;

/** Returns the lines to draw. The active one is always drawn: it has the focus, also while it is scrolled away. */
const withActive = (range: Range, active: number): number[] => {
  const shown = defaultRangeExtractor(range);
  if (active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].sort((a, b) => a - b);
};

const LoadingLines = () => (
  <div className={css.loading} aria-hidden>
    {[62, 48, 71, 55, 66, 40].map((width, at) => (
      <div key={width} style={{ opacity: 1 - at / 7 }}>
        <Skeleton width={`${width / 2}%`} />
        <Skeleton width={`${width}%`} />
      </div>
    ))}
  </div>
);

export const CustomerTimeline = ({
  subject,
  createdAt,
}: {
  subject: TimelineSubject;
  createdAt: unknown;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(60_000);
  const [kinds, setKinds] = useState<TimelineKind[]>([]);
  const [person, setPerson] = useState<string | null>(null);
  const [text, setText] = useState('');
  // Counts how often "Show everything" was used, which also empties the text that is typed but not applied yet.
  // The button disappears with its use, so the search takes the focus.
  const [emptied, setEmptied] = useState(0);
  const [active, setActive] = useState(0);
  const missing = useMissingKinds();
  const stored =
    subject.resource === 'lead'
      ? (['trail'] as const)
      : (['trail', 'order', 'quotation', 'outboundInvoice', 'receipt'] as const);
  const absent = stored.filter((kind) => missing[kind] !== undefined);
  // The newest records are copied first, so the earliest ones may be missing.
  const isIncomplete = useIncomplete(stored);
  const {
    data,
    isError,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError: isMoreUnread,
    fetchNextPage,
  } = useTimeline(subject, {
    kinds,
    person,
    text,
  });
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const groups = useMemo(
    () =>
      groupsOf(
        entries.map(({ time }) => serverTextToEpoch(time, format.offsetMs)),
        now,
      ),
    [entries, format.offsetMs, now],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const page = useContext(PageScroll);
  const canvas = useRef<HTMLOListElement>(null);
  const scrollMargin = useScrollMargin(canvas);
  const rangeExtractor = useCallback((range: Range) => withActive(range, active), [active]);
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: entries.length,
    getScrollElement: () => page ?? scroll.current,
    scrollMargin,
    scrollPaddingStart: page === null ? 0 : STAYS_ABOVE,
    estimateSize: () => ESTIMATE,
    overscan: 8,
    rangeExtractor,
    getItemKey: (index) => entries[index]?.key ?? index,
  });
  const items = rows.getVirtualItems();
  const lastShown = rows.range?.endIndex ?? 0;
  // What could not be read is asked for again by the user only; otherwise it would be asked for without end.
  const readsMore = hasNextPage && !isFetchingNextPage && !isMoreUnread;
  useEffect(() => {
    if (readsMore && lastShown >= entries.length - NEAR_END) void fetchNextPage();
  }, [readsMore, lastShown, entries.length, fetchNextPage]);
  const narrowed = kinds.length > 0 || person !== null || text !== '';
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [kinds, person, text]);

  const headingOf = ({ kind, epochMs }: TimelineGroup): string => {
    switch (kind) {
      case 'today':
        return t('customer.today');
      case 'yesterday':
        return t('customer.yesterday');
      case 'day':
        return formatLongDay(epochMs, format.locale);
      case 'month':
        return formatMonth(epochMs, format.locale);
      case 'undated':
        return t('customer.undated');
    }
  };
  const focusLine = (index: number): void =>
    canvas.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] [data-line]`)
      ?.focus({ preventScroll: true });
  const isMovedByKey = useRef(false);
  useLayoutEffect(() => {
    if (!isMovedByKey.current) return;
    isMovedByKey.current = false;
    focusLine(active);
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, items.length - 16);
    // A new entry may have come before the one that has the focus.
    const focused = (event.target as Element).closest<HTMLElement>('[data-index]');
    const from = focused === null ? active : Number(focused.dataset.index);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: entries.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(entries.length - 1, to));
    rows.scrollToIndex(next);
    if (next === active) return focusLine(next);
    isMovedByKey.current = true;
    setActive(next);
  };
  const more = isMoreUnread ? (
    <NotRead failed onRetry={() => void fetchNextPage()} />
  ) : (
    <div role="status" aria-label={t('customer.loadingMore')}>
      <LoadingLines />
    </div>
  );
  const showAll = (): void => {
    setKinds([]);
    setPerson(null);
    setText('');
    setEmptied((times) => times + 1);
  };
  const created = isBeginning(subject.id, createdAt, entries.at(-1)?.time)
    ? formatServerText(createdAt, format.locale, format.offsetMs)
    : '';
  const beginning = narrowed ? null : (
    <p className={css.end}>
      {sentences(
        [
          t(isIncomplete ? 'customer.beginsUnknown' : 'customer.begins'),
          created === '' ? '' : t('customer.beginsAt', { date: created }),
        ],
        format.locale,
      )}
    </p>
  );
  const withoutEntries = () => {
    if (data === undefined)
      return isError ? <NotRead failed onRetry={() => void refetch()} /> : <LoadingLines />;
    if (narrowed)
      return (
        <EmptyState
          title={t('customer.noMatch')}
          hint={isIncomplete ? t('customer.beginsUnknown') : t('customer.noMatchHint')}
          action={
            <Button variant="default" onClick={showAll}>
              {t('customer.showAll')}
            </Button>
          }
        />
      );
    return absent.length > 0 || isIncomplete ? (
      <EmptyState title={t('customer.nothingHere')} />
    ) : (
      <EmptyState title={t('customer.nothing')} hint={t('customer.nothingHint')} />
    );
  };
  return (
    <>
      <TimelineTools
        key={emptied}
        subject={subject}
        kinds={kinds}
        person={person}
        text={text}
        takesFocus={emptied > 0}
        onKinds={setKinds}
        onPerson={setPerson}
        onText={setText}
      />
      {absent.length === 0 ? null : (
        <p className={css.absent}>
          {t('customer.notInStory', {
            what: listText(
              absent.map((kind) => t(`list.what.${kind}`)),
              format.locale,
            ),
          })}
        </p>
      )}
      <div ref={scroll} className={css.scroll} onKeyDown={onKeyDown}>
        {entries.length === 0 ? (
          withoutEntries()
        ) : (
          <>
            <ol
              ref={canvas}
              className={css.canvas}
              aria-label={t('customer.list')}
              style={{ height: rows.getTotalSize() }}
            >
              {items.map(({ index, key, start }) => {
                const entry = entries[index];
                const place = groups[index];
                if (!entry || !place) return null;
                return (
                  <li
                    key={key}
                    ref={rows.measureElement}
                    data-index={index}
                    className={css.item}
                    aria-setsize={hasNextPage ? -1 : entries.length}
                    aria-posinset={index + 1}
                    style={{ transform: `translateY(${start - scrollMargin}px)` }}
                  >
                    {place.first ? <h2 className={css.group}>{headingOf(place.group)}</h2> : null}
                    <TimelineLine
                      entry={entry}
                      subject={subject}
                      format={format}
                      index={index}
                      isStop={index === active}
                      byMonth={place.group.kind === 'month'}
                      onOpen={open}
                      onFocus={setActive}
                    />
                  </li>
                );
              })}
            </ol>
            {hasNextPage ? more : beginning}
          </>
        )}
      </div>
    </>
  );
};
