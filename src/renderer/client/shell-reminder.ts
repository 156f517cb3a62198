/**
 * The follow-ups of which the desktop shell reminds in the window. They wait here until the part of the window
 * that shows reminders is loaded.
 */
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { create } from 'zustand';
import { onOtherAccount } from './of-account';

const useShellReminder = create<{ due: readonly DueFollowUp[] }>(() => ({ due: [] }));

onOtherAccount(() => useShellReminder.setState({ due: [] }));

export const putShellReminder = (due: readonly DueFollowUp[]): void =>
  useShellReminder.setState((before) => ({ due: [...before.due, ...due] }));

/** Calls `show` with the follow-ups that wait and with all later ones, until the returned function is called. */
export const onShellReminder = (show: (due: readonly DueFollowUp[]) => void): (() => void) => {
  const take = (): void => {
    const { due } = useShellReminder.getState();
    if (due.length === 0) return;
    useShellReminder.setState({ due: [] });
    show(due);
  };
  take();
  return useShellReminder.subscribe(take);
};
