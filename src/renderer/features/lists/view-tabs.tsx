import { ActionIcon, Button, Menu, Popover, TextInput } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconBookmarkPlus,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setParams } from '../../navigation/router';
import css from './list.module.css';
import type { Params } from '../../records/list-view';
import {
  addressOf,
  isSameView,
  NAME_LENGTH,
  type SavedView,
  viewParams,
} from '../../records/saved-view-model';
import type { ViewShelf } from '../../records/saved-views';

const UNDO_FOR_MS = 8000;

const NameForm = ({
  label,
  value,
  action,
  onName,
}: {
  label: string;
  value: string;
  action: string;
  onName: (name: string) => void;
}) => {
  const [name, setName] = useState(value);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <form className={css.viewForm} onSubmit={submit}>
      <TextInput
        label={label}
        value={name}
        maxLength={NAME_LENGTH}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault();
        }}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {action}
      </Button>
    </form>
  );
};

/** Names what the list is narrowed to, for another day. */
export const SaveViewButton = ({ onSave }: { onSave: (name: string) => void }) => {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconBookmarkPlus size={13} />}
          onClick={() => setOpened(!opened)}
        >
          {t('lists.saveView')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NameForm
          label={t('lists.viewName')}
          value=""
          action={t('lists.save')}
          onName={(name) => {
            setOpened(false);
            onSave(name);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};

const ViewMenu = ({
  view,
  shelf,
  changed,
  first,
  last,
  onRemove,
}: {
  view: SavedView;
  shelf: ViewShelf;
  changed: boolean;
  first: boolean;
  last: boolean;
  onRemove: () => void;
}) => {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu position="bottom-start" width={220} transitionProps={{ duration: 80 }}>
        <Menu.Target>
          <ActionIcon size={20} aria-label={t('lists.viewMenu', { name: view.name })}>
            <IconChevronDown size={13} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} />}
            disabled={!changed}
            onClick={() => shelf.update(view.id)}
          >
            {t('lists.updateView')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setNaming(true)}>
            {t('lists.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowLeft size={14} />}
            disabled={first}
            onClick={() => shelf.move(view.id, -1)}
          >
            {t('lists.moveLeft')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight size={14} />}
            disabled={last}
            onClick={() => shelf.move(view.id, 1)}
          >
            {t('lists.moveRight')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={14} />} onClick={onRemove}>
            {t('lists.deleteView')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Popover
        opened={naming}
        onChange={setNaming}
        position="bottom-start"
        width={300}
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <span />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('lists.rename')}>
          <NameForm
            label={t('lists.viewName')}
            value={view.name}
            action={t('lists.rename')}
            onName={(name) => {
              setNaming(false);
              shelf.rename(view.id, name);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </>
  );
};

/** The list as a whole and its saved views, side by side. Nothing while there are none. */
export const ViewTabs = ({
  shelf,
  params,
  allLabel,
}: {
  shelf: ViewShelf;
  params: Params;
  allLabel: string;
}) => {
  const { t } = useTranslation();
  const [undo, setUndo] = useState<{ name: string; back: () => void }>();
  useEffect(() => {
    if (undo === undefined) return;
    const timer = setTimeout(() => setUndo(undefined), UNDO_FOR_MS);
    return () => clearTimeout(timer);
  }, [undo]);
  const { views } = shelf;
  const current = views.find(({ id }) => id === params.v);
  if (views.length === 0 && undo === undefined) return null;
  const changed = current !== undefined && !isSameView(current.params, viewParams(params));
  const choices: (SavedView | undefined)[] = [undefined, ...views];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || (event.target as HTMLElement).role !== 'tab') return;
    const at = choices.indexOf(current) + by;
    if (at < 0 || at >= choices.length) return;
    event.preventDefault();
    setParams(addressOf(choices[at]));
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div className={css.views}>
      <div role="tablist" aria-label={t('lists.views')} className={css.viewTabs} onKeyDown={onKeyDown}>
        {choices.map((view) => (
          <button
            key={view?.id ?? ''}
            type="button"
            role="tab"
            aria-selected={view === current}
            tabIndex={view === current ? 0 : -1}
            className={css.tab}
            onClick={() => setParams(addressOf(view))}
          >
            {view?.name ?? allLabel}
            {view && view === current && changed ? (
              <i className={css.changed} title={t('lists.changed')}>
                <span className="visually-hidden">{t('lists.changed')}</span>
              </i>
            ) : null}
          </button>
        ))}
      </div>
      {current ? (
        <ViewMenu
          key={current.id}
          view={current}
          shelf={shelf}
          changed={changed}
          first={views[0] === current}
          last={views.at(-1) === current}
          onRemove={() => {
            const back = shelf.remove(current.id);
            setUndo({ name: current.name, back });
          }}
        />
      ) : null}
      {changed ? (
        <Button variant="subtle" size="compact-xs" onClick={() => shelf.update(current.id)}>
          {t('lists.updateView')}
        </Button>
      ) : null}
      {undo ? (
        <span className={css.undo} role="status">
          {t('lists.viewDeleted', { name: undo.name })}{' '}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              undo.back();
              setUndo(undefined);
            }}
          >
            {t('lists.undo')}
          </Button>
        </span>
      ) : null}
    </div>
  );
};
