import { Menu } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Kbd } from '../../../ui/layout';

const ICON_SIZE = 14;

interface GridMenuProps {
  label: string;
  /** The corner of the menu, in pixels from the top left of the window. */
  at: { x: number; y: number };
  onClose: () => void;
  children: ReactNode;
}

/** A menu of the grid, opened at the pointer or below the active cell. */
export const GridMenu = ({ label, at, onClose, children }: GridMenuProps) => (
  <Menu
    opened
    onClose={onClose}
    position="bottom-start"
    width={250}
    offset={2}
    transitionProps={{ duration: 0 }}
    withinPortal
  >
    <Menu.Target>
      <button
        type="button"
        tabIndex={-1}
        aria-label={label}
        style={{
          position: 'fixed',
          left: at.x,
          top: at.y,
          width: 0,
          height: 0,
          padding: 0,
          border: 0,
          pointerEvents: 'none',
        }}
      />
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

interface GridMenuItemProps {
  label: string;
  icon: typeof IconCopy;
  keys?: string;
  disabled?: boolean;
  onChoose: () => void;
}

/** One item of a grid menu, with the keyboard shortcut for the same action. */
export const GridMenuItem = ({ label, icon: Icon, keys, disabled = false, onChoose }: GridMenuItemProps) => (
  <Menu.Item
    leftSection={<Icon size={ICON_SIZE} />}
    disabled={disabled}
    {...(keys === undefined ? {} : { rightSection: <Kbd>{keys}</Kbd> })}
    onClick={onChoose}
  >
    {label}
  </Menu.Item>
);
