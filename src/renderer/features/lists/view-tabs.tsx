import { ActionIcon, Button } from '@mantine/core';
import { IconBookmarkPlus, IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setParams } from '../../navigation/router';
import { giveFocusBack } from '../../ui/give-focus';
import { later } from '../../ui/later';
import { usePopup } from '../../ui/popup';
import { hasModifier } from '../../ui/screen-keys';
import css from './list.module.css';
import type { Params } from '../../records/list-view';
import { addressOf, isSameView, type SavedView, viewParams } from '../../records/saved-view-model';
import type { ViewShelf } from '../../records/saved-views';
import type { ViewMenuProps } from './view-layers';

const UNDO_FOR_MS = 8000;

const SaveViewPanel = later(async () => (await import('./view-layers')).SaveViewPanel);
const ViewMenu = later(async () => (await import('./view-layers')).ViewMenu);
export const preloadViewLayers = (): Promise<unknown> =>
  Promise.all([SaveViewPanel.preload(), ViewMenu.preload()]);

/** Saves the filters of the list under a name, as a view. */
export const SaveViewButton = ({ onSave }: { onSave: (name: string) => void }) => {
  const { t } = useTranslation();
  const { target, button, popup } = usePopup('dialog');
  return (
    <>
      <Button
        {...button}
        ref={target}
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconBookmarkPlus size={13} />}
      >
        {t('lists.saveView')}
      </Button>
      {popup ? <SaveViewPanel popup={popup} onSave={onSave} /> : null}
    </>
  );
};

const ViewButton = (props: ViewMenuProps) => {
  const { t } = useTranslation();
  const { target, button, popup } = usePopup('menu');
  return (
    <>
      <ActionIcon
        {...button}
        ref={target}
        size={20}
        aria-label={t('lists.viewMenu', { name: props.view.name })}
      >
        <IconChevronDown size={13} />
      </ActionIcon>
      {popup ? <ViewMenu popup={popup} {...props} /> : null}
    </>
  );
};

/** Tabs for the whole list and its saved views. Renders nothing if there are no saved views. */
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
    const back = event.key === 'ArrowLeft' ? -1 : 0;
    const by = event.key === 'ArrowRight' ? 1 : back;
    if (by === 0 || hasModifier(event) || (event.target as HTMLElement).role !== 'tab') return;
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
        <ViewButton
          key={current.id}
          view={current}
          shelf={shelf}
          changed={changed}
          first={views[0] === current}
          last={views.at(-1) === current}
          onRemove={() => {
            const back = shelf.remove(current.id);
            setUndo({ name: current.name, back });
            giveFocusBack(null);
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
              giveFocusBack(null);
            }}
          >
            {t('lists.undo')}
          </Button>
        </span>
      ) : null}
    </div>
  );
};
