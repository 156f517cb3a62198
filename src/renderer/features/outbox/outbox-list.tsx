import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { RESOURCE_ICONS } from '../../navigation/places';
import { usePreferences } from '../../client/preferences';
import { useLookupItems } from '../../client/queries';
import { FIELDS_OF } from '../../forms/fields/asked-fields';
import { formatAgo } from '../../format/time';
import { listText } from '../../format/values';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import { changesOf } from './changes';
import { type Group, GROUPS, groupOf, stateOf } from './item-state';
import css from './outbox-list.module.css';
import { selectItem } from './outbox-links';
import { labelKey, partsKey } from './sent-fields';
import { useItemWords } from './item-words';

const CHANGED_SHOWN = 3;

/** Names the fields that an edit changes, for the line below its title. */
const useChangedWords = (item: IntentView): string => {
  const { t, i18n } = useTranslation();
  const isEdit = item.command.target !== null;
  const hasCustom = isEdit && Object.keys(item.command.custom ?? {}).length > 0;
  const ofCustom = useLookupItems(hasCustom ? FIELDS_OF[item.kind] : undefined).data;
  if (!isEdit) return '';
  const changes = changesOf(item.command, item.base);
  const labels = changes.fields.map(({ key, custom }) => {
    if (custom) return ofCustom?.find(({ id }) => id === key)?.name ?? key;
    const found = labelKey(item.kind, key, false, (name) => i18n.exists(name));
    return found === undefined ? key : t(found);
  });
  const children = changes.children.length === 0 ? [] : [t(partsKey(item.kind))];
  const all = [...labels, ...children];
  return all.length > CHANGED_SHOWN
    ? `${listText(all.slice(0, CHANGED_SHOWN), i18n.language)} …`
    : listText(all, i18n.language);
};

const Row = ({
  item,
  selected,
  focusable,
  wait,
}: {
  item: IntentView;
  selected: boolean;
  focusable: boolean;
  wait: string;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const { what, title } = useItemWords()(item);
  const changed = useChangedWords(item);
  const state = stateOf(item);
  const Icon = RESOURCE_ICONS[RESOURCE_OF_KIND[item.kind]];
  const more = wait || changed;
  return (
    <button
      type="button"
      data-row={item.id}
      className={css.row}
      tabIndex={focusable ? 0 : -1}
      {...(selected ? { 'aria-current': 'true' as const } : {})}
      onClick={() => selectItem(item.id)}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={css.rowText}>
        <span className={css.rowWhat}>
          <span className="truncate">{what}</span>
          <span className={css.rowSince}>{formatAgo(item.updatedAt, locale, now)}</span>
        </span>
        <span className={css.rowMain}>
          <span className={`${css.rowTitle} truncate`}>{title}</span>
          <Pill tone={state.tone} soft>
            {t(`outbox.state.${state.word}`)}
          </Pill>
        </span>
        {more === '' ? null : <span className={`${css.rowMore} truncate`}>{more}</span>}
      </span>
    </button>
  );
};

const Section = ({
  group,
  count,
  collapsible,
  children,
}: {
  group: Group | 'drafts';
  count: number;
  collapsible: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const title = (
    <>
      {t(`outbox.group.${group}`)}
      <span className={css.groupCount}>{count}</span>
    </>
  );
  return (
    <section className={css.group} data-group={group} aria-label={t(`outbox.group.${group}`)}>
      <h2 className={css.groupTitle}>
        {collapsible ? (
          <button
            type="button"
            className={css.groupToggle}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {title}
            <IconChevronRight size={13} aria-hidden />
          </button>
        ) : (
          title
        )}
      </h2>
      {open || !collapsible ? children : null}
    </section>
  );
};

interface OutboxListProps {
  items: readonly IntentView[];
  selectedId: string | undefined;
  waitText: (item: IntentView) => string;
  drafts: { count: number; list: ReactNode };
  /** Number of waiting items that are not in `items`. */
  hidden: number;
  onMore: () => void;
}

/** The row that a key leads to, which may be beyond the ends; undefined for other keys. */
const targetOf = (key: string, at: number, rows: number): number | undefined => {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? rows - 1 : undefined;
};

/**
 * Lists the items by group, the most important group first. It is one tab stop: arrows, Home and End move,
 * Enter moves the focus to the details.
 */
export const OutboxList = ({ items, selectedId, waitText, drafts, hidden, onMore }: OutboxListProps) => {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const groups = GROUPS.map((group) => ({
    group,
    rows: items.filter((item) => groupOf(item) === group),
  })).filter(({ rows }) => rows.length > 0);
  const tabStop = items.some(({ id }) => id === selectedId) ? selectedId : groups[0]?.rows[0]?.id;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    if (at < 0) return;
    const to = targetOf(event.key, at, rows.length);
    if (event.key === 'Enter') {
      document.querySelector<HTMLElement>('[data-outbox-detail]')?.focus();
      return;
    }
    const row = to === undefined ? undefined : rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    event.preventDefault();
    row.focus();
    if (row.dataset.row !== undefined) selectItem(row.dataset.row);
  };
  const section = ({ group, rows }: (typeof groups)[number]) => (
    <Section
      key={group}
      group={group}
      count={rows.length + (group === 'waiting' ? hidden : 0)}
      collapsible={group === 'done'}
    >
      <ul>
        {rows.map((item) => (
          <li key={item.id}>
            <Row
              item={item}
              selected={item.id === selectedId}
              focusable={item.id === tabStop}
              wait={waitText(item)}
            />
          </li>
        ))}
      </ul>
      {group === 'waiting' && hidden > 0 ? (
        <Button variant="subtle" size="compact-xs" ml={26} onClick={onMore}>
          {t('outbox.more', { count: hidden })}
        </Button>
      ) : null}
    </Section>
  );
  return (
    <div ref={box} className={css.list} role="group" aria-label={t('outbox.list')} onKeyDown={onKeyDown}>
      {groups.filter(({ group }) => group !== 'done').map(section)}
      {drafts.count === 0 ? null : (
        <Section group="drafts" count={drafts.count} collapsible={false}>
          {drafts.list}
        </Section>
      )}
      {groups.filter(({ group }) => group === 'done').map(section)}
    </div>
  );
};
