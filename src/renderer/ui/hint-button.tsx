import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Hint } from './hint';

/**
 * An icon button with its name as a hint. The hint is hidden while the menu of the button is open, because it
 * would cover it.
 */
export const HintButton = ({
  label,
  ...props
}: ActionIconProps & ComponentProps<'button'> & { label: string }) => (
  <Hint label={label} disabled={props['aria-expanded'] === true}>
    <ActionIcon aria-label={label} {...props} />
  </Hint>
);
