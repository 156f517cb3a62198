import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * An icon with its name as a hint, for the target of a menu or a popover. Those give the button its state and
 * its id, which a Tooltip between them would swallow; and the hint goes while what the button opened is open,
 * for it would lie over it.
 */
export const HintButton = ({
  label,
  ...props
}: ActionIconProps & ComponentProps<'button'> & { label: string }) => (
  <Tooltip label={label} disabled={props['aria-expanded'] === true}>
    <ActionIcon aria-label={label} {...props} />
  </Tooltip>
);
