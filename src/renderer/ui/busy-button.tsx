import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { offProps } from './off-props';

/** A button that starts a call. While the call runs it takes no press, and keeps the focus. */
export const BusyButton = ({
  isBusy,
  onClick,
  ...props
}: ButtonProps & ComponentProps<'button'> & { isBusy: boolean }) => (
  <Button {...props} {...offProps(isBusy, onClick)} />
);
