/** The popovers of the buttons for saved views. */
import { Button, Menu, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Popup } from '../../ui/popup';
import { giveFocusBack } from '../../ui/give-focus';
import { PopupMenu, PopupPanel } from '../../ui/popup-layers';
import { NAME_LENGTH, type SavedView } from '../../records/saved-view-model';
import type { ViewShelf } from '../../records/saved-views';
import css from './list.module.css';

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

export const SaveViewPanel = ({ popup, onSave }: { popup: Popup; onSave: (name: string) => void }) => {
  const { t } = useTranslation();
  return (
    <PopupPanel popup={popup} position="bottom-start" width={300}>
      <NameForm
        label={t('lists.viewName')}
        value=""
        action={t('lists.save')}
        onName={(name) => {
          popup.onChange(false);
          onSave(name);
          giveFocusBack(popup.target.current);
        }}
      />
    </PopupPanel>
  );
};

export interface ViewMenuProps {
  view: SavedView;
  shelf: ViewShelf;
  changed: boolean;
  first: boolean;
  last: boolean;
  onRemove: () => void;
}

export const ViewMenu = ({
  popup,
  view,
  shelf,
  changed,
  first,
  last,
  onRemove,
}: ViewMenuProps & { popup: Popup }) => {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <PopupMenu popup={popup} position="bottom-start" width={220}>
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
      </PopupMenu>
      <PopupPanel
        popup={{ ...popup, opened: naming, onChange: setNaming }}
        position="bottom-start"
        width={300}
        withRoles={false}
        dropdown={{ role: 'dialog', 'aria-label': t('lists.rename') }}
      >
        <NameForm
          label={t('lists.viewName')}
          value={view.name}
          action={t('lists.rename')}
          onName={(name) => {
            setNaming(false);
            shelf.rename(view.id, name);
            giveFocusBack(document.getElementById(popup.id));
          }}
        />
      </PopupPanel>
    </>
  );
};
