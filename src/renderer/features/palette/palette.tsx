import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#shared/contract/records';
import type { IntentKind } from '#shared/domain/intent';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../app/preferences';
import { goTo, type Screen, SCREENS } from '../../app/router';
import { placeOf, RESOURCE_ICONS, SCREEN_ICONS } from '../../app/screens';
import { useSearch } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { Kbd, MOD_KEY } from '../../ui/layout';
import { hasPage, openCustomerPage } from '../customers/customer-route';
import { openNew } from '../forms/form-route';
import { KIND_ICONS } from '../forms/kind-icons';
import { NEW_KEYS, useNewKinds } from '../forms/new-dialog-state';
import { openOnScreen } from '../records/panel/panel-state';
import type { SavedView } from '../records/saved-view-model';
import { useAllSavedViews } from '../records/saved-views';
import { Highlighted } from './highlighted';
import css from './palette.module.css';

type Entry = { kind: 'screen'; screen: Screen } | { kind: 'view'; resource: ResourceName; view: SavedView } | { kind: 'record'; hit: SearchHit } | { kind: 'new'; what: IntentKind };

const keyOf = (entry: Entry): string => (entry.kind === 'screen' ? entry.screen : entry.kind === 'view' ? `view-${entry.view.id}` : entry.kind === 'new' ? `new-${entry.what}` : `${entry.hit.resource}${entry.hit.id}`);

const DECIMAL = /^-?\d+\.\d+$/;
/** The parts of a subtitle, amounts in the locale's digits. */
const withReadableNumbers = (subtitle: string, locale: string): string => subtitle.split(' · ').map((part) => (DECIMAL.test(part) ? formatNumber(part, locale, 2) : part)).join(' · ');

/** Two letters of a word, or one Chinese character, call a command; it then stands before the records. */
const beginsWord = (label: string, wanted: string): boolean => (/^[\p{Script=Latin}\d]/u.test(wanted) ? wanted.length > 1 && label.split(' ').some((word, at, words) => words.slice(at).join(' ').startsWith(wanted)) : label.includes(wanted));

/** Finds any record or screen. Records come from disk as one types; the first line is always ready for Enter. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const composing = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (composing.current) return;
    const timer = setTimeout(() => setQuery(text.trim()), 50);
    return () => clearTimeout(timer);
  }, [text]);
  const hits = useSearch(query).data;
  const wanted = text.trim().toLowerCase();
  const screens = SCREENS.filter((screen) => wanted === '' || t(`screen.${screen}`).toLowerCase().includes(wanted));
  const kinds = useNewKinds().filter((kind) => wanted === '' || beginsWord(t(`form.new.${kind}`).toLowerCase(), wanted));
  const saved = useAllSavedViews();
  const views = RESOURCES.flatMap((resource) => (saved[resource] ?? []).filter(({ name }) => wanted === '' || name.toLowerCase().includes(wanted)).map((view): Entry => ({ kind: 'view', resource, view })));
  const entries: Entry[] = [...kinds.map((what): Entry => ({ kind: 'new', what })), ...(query === '' ? [] : (hits ?? []).map((hit): Entry => ({ kind: 'record', hit }))), ...views, ...screens.map((screen): Entry => ({ kind: 'screen', screen }))];
  useEffect(() => setActive(0), [query]);
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    if (entry.kind === 'new') openNew(entry.what);
    else if (entry.kind === 'screen') goTo(entry.screen);
    else if (entry.kind === 'view') goTo(placeOf(entry.resource).screen, { ...placeOf(entry.resource).params, ...entry.view.params, v: entry.view.id });
    else if (hasPage(entry.hit.resource)) openCustomerPage({ resource: entry.hit.resource, id: entry.hit.id });
    else openOnScreen(placeOf(entry.hit.resource), entry.hit);
  };
  const move = (to: number): void => {
    setActive(to);
    list.current?.querySelector(`[data-index="${to}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(Math.min(active + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') move(Math.max(active - 1, 0));
    else if (event.key === 'Enter') go(entries[active]);
    else return;
    event.preventDefault();
  };
  const item = (entry: Entry, index: number) => {
    const Icon = entry.kind === 'screen' ? SCREEN_ICONS[entry.screen] : entry.kind === 'new' ? KIND_ICONS[entry.what] : RESOURCE_ICONS[entry.kind === 'view' ? entry.resource : entry.hit.resource];
    return (
      <div key={keyOf(entry)} id={`palette-${index}`} data-index={index} role="option" aria-selected={index === active} className={css.item} onPointerMove={() => setActive(index)} onClick={() => go(entry)}>
        <Icon size={16} stroke={1.7} />
        <span className={`${css.title} truncate`}>{entry.kind === 'screen' ? t(`screen.${entry.screen}`) : entry.kind === 'new' ? t(`form.new.${entry.what}`) : <Highlighted text={entry.kind === 'view' ? entry.view.name : entry.hit.title} wanted={text} />}</span>
        <span className={`${css.sub} truncate`}>{entry.kind === 'record' ? <Highlighted text={withReadableNumbers(entry.hit.subtitle, locale)} wanted={text} /> : ''}</span>
        {entry.kind === 'record' ? <span className={css.kind}>{t(`resourceOne.${entry.hit.resource}`)}</span> : entry.kind === 'new' ? <Kbd>{`C ${NEW_KEYS[entry.what]}`}</Kbd> : entry.kind === 'view' ? <span className={css.kind}>{t(`resource.${entry.resource}`)}</span> : SCREENS.indexOf(entry.screen) < 9 ? <Kbd>{`${MOD_KEY} ${SCREENS.indexOf(entry.screen) + 1}`}</Kbd> : null}
      </div>
    );
  };
  const records = entries.filter(({ kind }) => kind === 'record').length;
  return (
    <Modal opened onClose={onClose} withCloseButton={false} padding={0} size={620} yOffset="12vh" transitionProps={{ duration: 0 }} aria-label={t('palette.placeholder')}>
      <div className={css.box}>
        <div className={css.input}>
          <IconSearch size={16} />
          <input data-autofocus ref={(input) => input?.focus()} role="combobox" aria-expanded aria-controls="palette-list" aria-activedescendant={`palette-${active}`} placeholder={t('palette.placeholder')} aria-label={t('palette.placeholder')} value={text} maxLength={200}
            onChange={(event) => setText(event.currentTarget.value)} onKeyDown={onKeyDown} onCompositionStart={() => { composing.current = true; }}
            onCompositionEnd={(event) => { composing.current = false; setQuery(event.currentTarget.value.trim()); }} />
        </div>
        <div className={css.list} id="palette-list" role="listbox" ref={list}>
          {kinds.length > 0 ? <div className={css.section}>{t('form.newTitle')}</div> : null}
          {entries.slice(0, kinds.length).map(item)}
          {records > 0 ? <div className={css.section}>{t('palette.records')}</div> : null}
          {entries.slice(kinds.length, kinds.length + records).map((entry, index) => item(entry, index + kinds.length))}
          {views.length > 0 ? <div className={css.section}>{t('lists.views')}</div> : null}
          {entries.slice(kinds.length + records, kinds.length + records + views.length).map((entry, index) => item(entry, index + kinds.length + records))}
          {screens.length > 0 ? <div className={css.section}>{t('palette.screens')}</div> : null}
          {entries.slice(kinds.length + records + views.length).map((entry, index) => item(entry, index + kinds.length + records + views.length))}
          {entries.length === 0 ? <div className={css.none}>{t('palette.empty')}</div> : null}
        </div>
        <div className={css.foot}><span>↑↓ {t('palette.move')}</span><span>↵ {t('palette.open')}</span><span className="truncate">{query === '' ? t('palette.hint') : ''}</span></div>
      </div>
    </Modal>
  );
};
