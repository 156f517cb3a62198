import { Button, Checkbox, ScrollArea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, Facet } from '#shared/contract/records';
import { MOST_FACETS, NO_VALUE } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { useFacets } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { parseTypedNumber } from '../../format/typed-number';
import { useFormat } from '../../format/use-format';
import { currentRoute } from '../../navigation/router';
import { DayInput } from '../../ui/day-input';
import { Skeleton } from '../../ui/layout';
import { ServiceDays } from '../../ui/service-days';
import { dayFilter, filterKindOf, type ListFilter, PRESETS, presetRange } from '../../records/filter-model';
import {
  isNarrowedByCore,
  labelledFacets,
  menuFilter,
  shownFacets,
  takesContains,
} from '../../records/filter-menu';
import { LONGEST_TEXT, MOST_VALUES } from '../../records/read-filter';
import { NotRead } from '../../ui/not-read';
import { UnreadDetails } from '../../records/unread-details';
import css from './list.module.css';
import { useServerToday } from '../../records/use-server-today';

interface EditorProps {
  resource: ResourceName;
  column: Column;
  filter: ListFilter | undefined;
  onApply: (filter: ListFilter | undefined) => void;
}

/** Which ends of the range contain text that is not a day. `take` has functions that do not change. */
const useUnreadDays = () => {
  const [unread, setUnread] = useState({ from: false, to: false });
  const [take] = useState({
    from: (from: boolean): void => setUnread((before) => ({ ...before, from })),
    to: (to: boolean): void => setUnread((before) => ({ ...before, to })),
  });
  return { unread, take };
};

const RangeEditor = ({ column, filter, onApply }: EditorProps) => {
  const { t } = useTranslation();
  const today = useServerToday();
  const dates = filterKindOf(column) === 'dates';
  const within = filter?.op === 'within' ? presetRange(filter.preset, today) : undefined;
  const between: { from?: string | undefined; to?: string | undefined } | undefined =
    filter?.op === 'between' ? filter : within;
  const [from, setFrom] = useState(between?.from?.slice(0, dates ? 10 : undefined) ?? '');
  const [to, setTo] = useState(between?.to?.slice(0, dates ? 10 : undefined) ?? '');
  const [unread, setUnread] = useState({ from: false, to: false });
  const days = useUnreadDays();
  /** Applying was refused, because an end is not a day. */
  const [isRefused, setRefused] = useState(false);
  const isPlan = column.key === 'next_follow_up_time';
  const apply = (low: string, high: string): void => {
    if (low === '' && high === '') return onApply(undefined);
    if (dates) return onApply(dayFilter(column.key, low, high));
    const [least, most] = [parseTypedNumber(low), parseTypedNumber(high)];
    const unread = { from: low !== '' && least === undefined, to: high !== '' && most === undefined };
    setUnread(unread);
    if (unread.from || unread.to) return;
    onApply({
      field: column.key,
      op: 'between',
      ...(least === undefined ? {} : { from: least }),
      ...(most === undefined ? {} : { to: most }),
    });
  };
  const error = (is: boolean) => (is ? { error: t('listTools.notANumber') } : {});
  const dayError = (is: boolean) => (isRefused && is ? { error: t('common.unreadDay') } : {});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Without the text, the filter would have another range than the user sees.
    setRefused(days.unread.from || days.unread.to);
    if (!days.unread.from && !days.unread.to) apply(from, to);
  };
  return (
    <form onSubmit={submit} className={css.editorBody}>
      {dates ? (
        <div className={css.presets}>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              aria-pressed={filter?.op === 'within' && filter.preset === preset}
              variant={filter?.op === 'within' && filter.preset === preset ? 'light' : 'default'}
              size="compact-xs"
              onClick={() => onApply({ field: column.key, op: 'within', preset })}
            >
              {t(`list.preset.${preset}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={css.range}>
        {dates ? (
          <>
            <DayInput
              label={t('listTools.from')}
              forward={isPlan}
              value={from}
              {...dayError(days.unread.from)}
              onChange={setFrom}
              onUnread={days.take.from}
            />
            <DayInput
              label={t('listTools.to')}
              forward={isPlan}
              value={to}
              {...dayError(days.unread.to)}
              onChange={setTo}
              onUnread={days.take.to}
            />
          </>
        ) : (
          <>
            <TextInput
              inputMode="decimal"
              label={t('listTools.from')}
              value={from}
              placeholder="50k"
              {...error(unread.from)}
              onChange={(event) => setFrom(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              inputMode="decimal"
              label={t('listTools.to')}
              value={to}
              {...error(unread.to)}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </>
        )}
      </div>
      {dates ? <ServiceDays /> : null}
      <div className={css.editorFoot}>
        <Button type="submit">{t('common.apply')}</Button>
      </div>
    </form>
  );
};

const TextEditor = ({ column, filter, onApply }: EditorProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(filter?.op === 'contains' ? filter.text : '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(text.trim() === '' ? undefined : { field: column.key, op: 'contains', text: text.trim() });
  };
  return (
    <form onSubmit={submit} className={css.editorBody}>
      <TextInput
        label={t('listTools.contains')}
        value={text}
        maxLength={LONGEST_TEXT}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div className={css.editorFoot}>
        <Button type="submit">{t('common.apply')}</Button>
      </div>
    </form>
  );
};

const TYPED_MS = 150;

/**
 * The values of the menu. If there are more than one answer has, the core looks for the typed text in all of
 * them. `isCut`: the answer does not have all values.
 */
const useMenuFacets = (
  { resource, column, filter }: EditorProps,
  typed: string,
): { facets: Facet[] | undefined; isCut: boolean; failed: boolean; retry: () => void } => {
  const [values] = useState(() =>
    [...new Set([NO_VALUE, ...(filter?.op === 'in' ? filter.values : [])])].slice(0, MOST_VALUES),
  );
  const [removed] = useState(() => currentRoute().params.removed === '1');
  const { data: all, isError, refetch } = useFacets(resource, column.key, { values, removed });
  const isLong = isFull(all) && isNarrowedByCore(column);
  const [text] = useDebouncedValue(typed, TYPED_MS);
  const isAsked = isLong && typed !== '' && text !== '';
  const found = useFacets(resource, column.key, { enabled: isAsked, text, values, removed }).data;
  const facets = isAsked ? (found ?? all) : all;
  return {
    facets,
    isCut: isLong && isFull(facets),
    failed: isError && facets === undefined,
    retry: () => void refetch(),
  };
};

/** Returns true if there may be more values than the answer has. */
const isFull = (facets: readonly Facet[] | undefined): boolean =>
  facets !== undefined && facets.filter(({ value }) => value !== NO_VALUE).length >= MOST_FACETS;

const ValuesEditor = (props: EditorProps) => {
  const { column, filter, onApply } = props;
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const format = useFormat([column]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Facet | null>>(
    new Map(filter?.op === 'in' ? filter.values.map((value) => [value, null]) : []),
  );
  const [find, setFind] = useState(filter?.op === 'contains' ? filter.text : '');
  const typed = find.trim();
  const [refused, setRefused] = useState<string>();
  const { facets, isCut, failed, retry } = useMenuFacets(props, typed);
  const labelled = facets && labelledFacets(column, facets, format, t('list.noValue'));
  const shown = labelled
    ? shownFacets(column, labelled, { chosen, typed }).filter(
        ({ value, count }) => value !== NO_VALUE || count > 0 || chosen.has(NO_VALUE),
      )
    : undefined;
  const toggle = (facet: Facet): void =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(facet.value) && next.size < MOST_VALUES) next.set(facet.value, facet);
      return next;
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made = menuFilter(column, { chosen: new Set(chosen.keys()), typed, shown: shown ?? [] });
    // A text that finds no value, or several, is no filter: the editor stays open.
    if (made !== undefined || typed === '') onApply(made);
    else setRefused(typed);
  };
  const isRefused = refused === typed && chosen.size === 0 && shown !== undefined && shown.length > 1;
  const withoutValues = () => {
    if (failed) return <NotRead failed onRetry={retry} />;
    return shown === undefined ? (
      <div className={css.facetSkeleton}>
        <Skeleton width="60%" />
        <Skeleton width="45%" />
        <Skeleton width="70%" />
      </div>
    ) : (
      <div className={css.facetNone}>{t('listTools.noValues')}</div>
    );
  };
  return (
    <form onSubmit={submit} className={css.editorBody}>
      <TextInput
        placeholder={takesContains(column) ? t('listTools.contains') : t('common.search')}
        aria-label={t('common.search')}
        value={find}
        maxLength={LONGEST_TEXT}
        onChange={(event) => setFind(event.currentTarget.value)}
        data-autofocus
      />
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars="y">
        {shown === undefined || shown.length === 0
          ? withoutValues()
          : shown.map((facet) => (
              <div key={facet.value} className={css.facet}>
                <Checkbox
                  size="xs"
                  label={facet.label}
                  checked={chosen.has(facet.value)}
                  onChange={() => toggle(facet)}
                  classNames={{ root: css.facetBox ?? '', labelWrapper: css.facetLabel ?? '' }}
                />
                <span className="num">{formatNumber(facet.count, locale)}</span>
              </div>
            ))}
      </ScrollArea.Autosize>
      {isCut ? <p className={css.editorNote}>{t('lists.mostFrequent', { count: MOST_FACETS })}</p> : null}
      {isRefused ? (
        <p className={css.editorNote} role="alert">
          {t('lists.severalMatch')}
        </p>
      ) : null}
      <div className={css.editorFoot}>
        <Button type="submit">{t('common.apply')}</Button>
      </div>
    </form>
  );
};

const EDITORS = {
  values: ValuesEditor,
  text: TextEditor,
  presence: undefined,
  numbers: RangeEditor,
  dates: RangeEditor,
} as const;

/** Shows the editor for the kind of the field, with "empty" and "not empty" below it. */
export const FilterEditor = (props: EditorProps) => {
  const { t } = useTranslation();
  const field = props.column.key;
  const Editor = EDITORS[filterKindOf(props.column)];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // This editor replaces the list of fields in the same popover. The focus trap of the popover moves the
    // focus only once, when the popover opens, so the editor takes the focus itself.
    const place = box.current?.contains(document.activeElement)
      ? null
      : (box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
        box.current?.querySelector<HTMLElement>('button, input'));
    place?.focus();
  }, []);
  return (
    <div ref={box}>
      {Editor ? <Editor {...props} /> : null}
      <UnreadDetails
        className={css.editorNote}
        resource={props.resource}
        columns={[props.column]}
        fields={[field]}
      />
      <div className={css.presence}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => props.onApply({ field, op: 'empty' })}
        >
          {t('list.isEmpty')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => props.onApply({ field, op: 'notEmpty' })}
        >
          {t('list.isNotEmpty')}
        </Button>
      </div>
    </div>
  );
};
