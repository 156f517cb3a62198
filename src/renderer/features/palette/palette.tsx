import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#shared/contract/records';
import { compared, isExact } from '#shared/domain/exact-hit';
import type { IntentKind } from '#shared/domain/intent';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { NUMBERED_SCREENS, type Screen, SCREENS } from '#shared/domain/screens';
import { currentRoute, goTo } from '../../navigation/router';
import { useMissingKinds } from '../../client/missing-kinds';
import { HIDDEN_WITHOUT, placeOf, RESOURCE_ICONS, SCREEN_ICONS } from '../../navigation/places';
import { useSync } from '../../client/events';
import { useGiveFocusBack } from '../../ui/give-focus';
import { Kbd, MOD_KEY } from '../../ui/layout';
import { NotRead } from '../../ui/not-read';
import { hasPage, openCustomerPage } from '../../navigation/customer-route';
import { aboutHere } from '../../navigation/about-here';
import { openNew } from '../../navigation/form-route';
import { KIND_ICONS } from '../../forms/windows/kind-icons';
import { NEW_KEYS, useNewKinds } from '../../navigation/new-dialog-state';
import { openOnScreen } from '../../records/panel-state';
import { PendingMark } from '../../records/pending-mark';
import type { SavedView } from '../../records/saved-view-model';
import { useAllSavedViews } from '../../records/saved-views';
import { activeIndex, type ChosenLine } from './active-line';
import { beginsWord } from './begins-word';
import { Highlighted } from './highlighted';
import { hitSubtitle } from './hit-subtitle';
import { PaletteNote } from './palette-note';
import css from './palette.module.css';
import { type RecentRecord, useRecentRecords } from '../../navigation/recent-records';
import { type PaletteCommand, useCommands } from './use-commands';
import { useFound } from './use-found';

type Entry =
  | { kind: 'command'; command: PaletteCommand }
  | { kind: 'recent'; record: RecentRecord }
  | { kind: 'screen'; screen: Screen }
  | { kind: 'view'; resource: ResourceName; view: SavedView }
  | { kind: 'record'; hit: SearchHit }
  | { kind: 'new'; what: IntentKind };

const keyOf = (entry: Entry): string => {
  switch (entry.kind) {
    case 'command':
      return `do-${entry.command.id}`;
    case 'recent':
      return `recent-${entry.record.resource}${entry.record.id}`;
    case 'screen':
      return entry.screen;
    case 'view':
      return `view-${entry.view.id}`;
    case 'new':
      return `new-${entry.what}`;
    case 'record':
      return `${entry.hit.resource}${entry.hit.id}`;
  }
};

/** The part of a line that has a subtitle; null for other lines. */
const subtitledOf = (entry: Entry): SearchHit | RecentRecord | null => {
  if (entry.kind === 'record') return entry.hit;
  return entry.kind === 'recent' ? entry.record : null;
};

/** While a search is running, the search for the next text waits for its answer, but at most this long. */
const ASKING_MS = 50;
/** A screen reader is told the number of lines when the user has not typed for this time. */
const SAID_AFTER_MS = 400;

/** Returns true if the text is a whole number, such as that of a document, and the first hit has it. */
const startsWithNumber = (hits: readonly SearchHit[] | undefined, query: string): boolean =>
  /\p{Nd}/u.test(query) && hits?.[0] !== undefined && isExact(hits[0], query);

/**
 * Finds records, screens and commands. Records come from the local cache while the user types; Enter opens
 * the first line.
 */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  useGiveFocusBack('heading');
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ChosenLine | null>(null);
  const [entered, setEntered] = useState(false);
  const composing = useRef(false);
  const searchable = useSync(({ state }) => state?.searchable ?? null);
  const list = useRef<HTMLDivElement>(null);
  const { data: found, isPlaceholderData: isOld, isError, isFetching, refetch } = useFound(query);
  useEffect(() => {
    if (composing.current) return;
    const timer = setTimeout(() => setQuery(text.trim()), isFetching ? ASKING_MS : 0);
    return () => clearTimeout(timer);
  }, [text, isFetching]);
  const settled = text.trim() === query && (query === '' || isError || (found !== undefined && !isOld));
  const wanted = compared(text);
  const missing = useMissingKinds();
  const isOffered = (screen: Screen): boolean => {
    const kind = HIDDEN_WITHOUT[screen];
    return kind === undefined || missing[kind] === undefined;
  };
  const screens = SCREENS.filter(isOffered).filter((screen) =>
    compared(t(`screen.${screen}`)).includes(wanted),
  );
  const kinds = useNewKinds().filter((kind) => beginsWord(t(`form.new.${kind}`), wanted));
  const saved = useAllSavedViews();
  const views = RESOURCES.flatMap((resource) =>
    (saved[resource] ?? [])
      .filter(({ name }) => compared(name).includes(wanted))
      .map((view): Entry => ({ kind: 'view', resource, view })),
  );
  const recent = useRecentRecords(({ records }) => records);
  const commands = useCommands().filter(({ label, words }) =>
    [label, ...words].some((one) => beginsWord(one, wanted)),
  );
  const hitsOf = (hits: readonly SearchHit[] | undefined): Entry[] =>
    query === '' ? [] : (hits ?? []).map((hit): Entry => ({ kind: 'record', hit }));
  const ofRecords = [
    { title: t('screen.customers'), entries: hitsOf(found?.customers) },
    { title: t('palette.records'), entries: hitsOf(found?.others) },
  ];
  // Customers come first, but not before the document whose whole number was typed.
  if (startsWithNumber(found?.others, query) && !startsWithNumber(found?.customers, query))
    ofRecords.reverse();
  // Without input: recent records, then new records. With input: commands only from two letters on.
  const groups: { title: string; entries: Entry[] }[] = [
    {
      title: t('palette.recent'),
      entries: wanted === '' ? recent.map((record): Entry => ({ kind: 'recent', record })) : [],
    },
    { title: t('form.newTitle'), entries: kinds.map((what): Entry => ({ kind: 'new', what })) },
    ...ofRecords,
    { title: t('lists.views'), entries: views },
    { title: t('palette.screens'), entries: screens.map((screen): Entry => ({ kind: 'screen', screen })) },
    {
      title: t('palette.commands'),
      entries: commands.map((command): Entry => ({ kind: 'command', command })),
    },
  ].filter((group) => group.entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const keys = entries.map(keyOf);
  const active = activeIndex(keys, chosen);
  const setActive = (index: number): void => setChosen({ key: keys[index] ?? '', index });
  const foundNone = ofRecords.every((group) => group.entries.length === 0);
  // Before the first answer this is not known. Later the lines of the former text stay until the next answer.
  const isEmpty = entries.length === 0 && !isError && (settled || found !== undefined);
  const openRecord = ({ resource, id }: { resource: ResourceName; id: string }): void => {
    if (hasPage(resource)) openCustomerPage({ resource, id });
    else openOnScreen(placeOf(resource), { resource, id });
  };
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    switch (entry.kind) {
      case 'new':
        openNew(entry.what, aboutHere(entry.what, currentRoute().params));
        return;
      case 'command':
        entry.command.run();
        return;
      case 'screen':
        goTo(entry.screen);
        return;
      case 'view':
        goTo(placeOf(entry.resource).screen, {
          ...placeOf(entry.resource).params,
          ...entry.view.params,
          v: entry.view.id,
        });
        return;
      case 'recent':
        openRecord(entry.record);
        return;
      case 'record':
        openRecord(entry.hit);
    }
  };
  // If Enter is pressed before the search has finished, wait for its result. Never open a result of the
  // previous text.
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    go(entries[active]);
    // The effect opens the line that is active when the search finishes; other changes must not open
    // anything.
    // eslint-disable-next-line react/exhaustive-deps
  }, [entered, settled]);
  const move = (to: number): void => {
    setActive(to);
    list.current?.querySelector(`[data-index="${to}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(Math.max(0, Math.min(active + 1, entries.length - 1)));
    else if (event.key === 'ArrowUp') move(Math.max(active - 1, 0));
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  const item = (entry: Entry, index: number) => {
    const { icon: Icon, title, note } = lineOf(entry);
    const subtitled = subtitledOf(entry);
    return (
      <div
        key={keyOf(entry)}
        id={`palette-${index}`}
        data-index={index}
        role="option"
        aria-selected={index === active}
        className={css.item}
        onPointerMove={() => setActive(index)}
        onClick={() => go(entry)}
      >
        <Icon size={16} stroke={1.7} />
        <span className={`name-text ${css.title} truncate`} dir="auto">
          {title}
        </span>
        <span className={`${css.sub} truncate`}>
          {subtitled === null ? '' : <Highlighted text={hitSubtitle(subtitled, locale)} wanted={text} />}
        </span>
        {note}
      </div>
    );
  };
  const lineOf = (entry: Entry): { icon: typeof IconSearch; title: ReactNode; note: ReactNode } => {
    const kind = (words: string): ReactNode => <span className={css.kind}>{words}</span>;
    switch (entry.kind) {
      case 'command':
        return { icon: entry.command.icon, title: entry.command.label, note: null };
      case 'recent':
        return {
          icon: RESOURCE_ICONS[entry.record.resource],
          title: entry.record.title,
          note: kind(t(`resourceOne.${entry.record.resource}`)),
        };
      case 'new':
        return {
          icon: KIND_ICONS[entry.what],
          title: t(`form.new.${entry.what}`),
          note: <Kbd>{`C ${NEW_KEYS[entry.what]}`}</Kbd>,
        };
      case 'record':
        return {
          icon: RESOURCE_ICONS[entry.hit.resource],
          title: (
            <>
              <PendingMark row={entry.hit} word={(key) => t(key)} inline />
              <Highlighted text={entry.hit.title} wanted={text} />
            </>
          ),
          note: kind(t(`resourceOne.${entry.hit.resource}`)),
        };
      case 'view':
        return {
          icon: RESOURCE_ICONS[entry.resource],
          title: <Highlighted text={entry.view.name} wanted={text} />,
          note: kind(t(`resource.${entry.resource}`)),
        };
      case 'screen': {
        const at = NUMBERED_SCREENS.findIndex((screen) => screen === entry.screen);
        return {
          icon: SCREEN_ICONS[entry.screen],
          title: t(`screen.${entry.screen}`),
          note: at >= 0 ? <Kbd>{`${MOD_KEY} ${at + 1}`}</Kbd> : null,
        };
      }
    }
  };
  /** The number of lines that a screen reader is told. */
  const [said, setSaid] = useState<number | null>(null);
  const lineCount = wanted === '' || isError ? null : entries.length;
  useEffect(() => {
    if (!settled) return;
    const timer = setTimeout(() => setSaid(lineCount), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [settled, lineCount]);
  const saidText = said === null ? '' : t('palette.found', { count: said });
  let line = 0;
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('palette.placeholder') } }}
    >
      <div className={css.box}>
        <div className={css.input}>
          <IconSearch size={16} />
          <input
            data-autofocus
            ref={(input) => input?.focus()}
            role="combobox"
            aria-expanded
            aria-controls="palette-list"
            aria-activedescendant={entries.length === 0 ? undefined : `palette-${active}`}
            placeholder={t('palette.placeholder')}
            aria-label={t('palette.placeholder')}
            value={text}
            maxLength={200}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setChosen(null);
              setEntered(false);
              setSaid(null);
            }}
            onKeyDown={onKeyDown}
            onCompositionStart={() => {
              composing.current = true;
            }}
            onCompositionEnd={(event) => {
              composing.current = false;
              setQuery(event.currentTarget.value.trim());
            }}
          />
        </div>
        <div className={css.list} id="palette-list" role="listbox" ref={list}>
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <div className={css.section} aria-hidden>
                {group.title}
              </div>
              {group.entries.map((entry) => item(entry, line++))}
            </div>
          ))}
        </div>
        <div className={isEmpty ? css.none : 'visually-hidden'} role="status">
          {isEmpty ? t('palette.empty') : saidText}
        </div>
        {isError ? (
          <div className={css.none}>
            <NotRead failed onRetry={() => void refetch()} />
          </div>
        ) : null}
        {query === '' || isError ? null : <PaletteNote foundNone={foundNone} />}
        {searchable === null || query === '' ? null : (
          <div className={css.none} role="status">
            {t('palette.incomplete', { share: Math.floor(searchable * 100) })}
          </div>
        )}
        <div className={css.foot}>
          <span>↑↓ {t('palette.move')}</span>
          <span>↵ {t('palette.open')}</span>
          <span className="truncate">{query === '' ? t('palette.hint') : ''}</span>
        </div>
      </div>
    </Modal>
  );
};
