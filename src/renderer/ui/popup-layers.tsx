/** The layers of `popup.ts`. Only parts that are loaded later import this file. */
import { Menu, type MenuProps, Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** A panel with any content at the button of `popup`. */
export const PopupPanel = ({
  popup,
  dropdown = {},
  children,
  ...props
}: Omit<PopoverProps, Controlled> & {
  popup: Popup;
  dropdown?: PopoverDropdownProps;
  children: ReactNode;
}) => (
  <Popover
    trapFocus
    {...props}
    id={popup.id}
    opened={useOpenAfterMount(popup.opened)}
    onChange={popup.onChange}
  >
    <Popover.Target>
      <TargetElement target={popup.target} />
    </Popover.Target>
    <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
  </Popover>
);
