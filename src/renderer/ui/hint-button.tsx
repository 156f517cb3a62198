import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * An icon button with its name as a hint, for a menu or a popover. These set the button's state and id, which
 * a Tooltip in between would lose. The hint is hidden while the menu is open, because it would cover it.
 */
export const HintButton = ({
  label,
  ...props
}: ActionIconProps & ComponentProps<'button'> & { label: string }) => (
  <Tooltip label={label} disabled={props['aria-expanded'] === true}>
    <ActionIcon aria-label={label} {...props} />
  </Tooltip>
);
