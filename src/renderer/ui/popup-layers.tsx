/** The layers of `popup.ts`. Only parts that are loaded later import this file. */
import { Menu, type MenuProps, Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { focusShown } from './give-focus';
import type { Popup } from './popup';
import { TargetElement, useOpenAfterMount } from './target-element';

type Controlled = 'opened' | 'onChange' | 'id' | 'children';

const FADE = { duration: 80 };

/** A menu at the button of `popup`; the children are its items. */
export const PopupMenu = ({
  popup,
  children,
  ...props
}: Omit<MenuProps, Controlled> & { popup: Popup; children: ReactNode }) => (
  <Menu
    transitionProps={FADE}
    {...props}
    id={popup.id}
    opened={useOpenAfterMount(popup.opened)}
    onChange={popup.onChange}
  >
    <Menu.Target>
      <TargetElement target={popup.target} />
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

/**
 * A panel with any content at the button of `popup`. Escape closes it and returns the focus to the button, unless a
 * calendar or a list inside it has handled the key, or an input method: then Escape ends what it composes.
 */
export const PopupPanel = ({
  popup,
  dropdown = {},
  children,
  ...props
}: Omit<PopoverProps, Controlled> & {
  popup: Popup;
  dropdown?: PopoverDropdownProps;
  children: ReactNode;
}) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    focusShown(document.getElementById(popup.id));
    popup.onChange(false);
  };
  return (
    <Popover
      trapFocus
      closeOnEscape={false}
      {...props}
      id={popup.id}
      opened={useOpenAfterMount(popup.opened)}
      onChange={popup.onChange}
    >
      <Popover.Target>
        <TargetElement target={popup.target} />
      </Popover.Target>
      <Popover.Dropdown {...dropdown} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
};
