/**
 * The messages at the bottom of the window. A short message reports the result of an action, with Undo while
 * that is possible. No short message replaces a reminder: while a short message is shown, the reminder is
 * hidden and returns after it. Each message ends after its time or when the user dismisses it.
 */
import { create } from 'zustand';
import { onOtherAccount } from '../../client/of-account';

export interface Toast {
  text: string;
  action?: { label: string; run: () => void };
  /** The outbox item of the message: the message is updated when the state of the item changes. */
  itemId?: string;
  /** How long the message is shown, in milliseconds, if not for the default time. */
  lifeMs?: number;
  /** The time until the item is sent, in milliseconds, shown as a bar that shrinks. */
  countdownMs?: number;
  /** A reminder: no other message replaces it, except the next reminder, which counts both. */
  stays?: true;
}

const LIFE_MS = 8000;

interface Toasts {
  short: Toast | null;
  reminder: Toast | null;
  /** Counts the messages, so that a repeated text is announced again. */
  serial: number;
}

export const useToasts = create<Toasts>(() => ({ short: null, reminder: null, serial: 0 }));
// Undo and the links of a message belong to the account in which it was shown.
onOtherAccount(() =>
  useToasts.setState(({ serial }) => ({ short: null, reminder: null, serial: serial + 1 })),
);

export type ItemState = 'queued' | 'sending' | 'applied' | 'other';

/**
 * Additional time for a queued item: it is sent when Undo ends, and the answer of the service takes a moment.
 */
const FOLLOW_MS = 5000;
const DELIVERED_MS = 3000;

/** Returns how long a message is shown in the current state of its item, in milliseconds. */
export const lifeIn = (toast: Toast, item: ItemState | undefined): number => {
  if (item === 'applied') return DELIVERED_MS;
  if (item === 'other') return 0;
  return (toast.lifeMs ?? LIFE_MS) + (item === undefined ? 0 : FOLLOW_MS);
};

/** The message to show; null if there is none. */
export const shownToast = ({ short, reminder }: Toasts): Toast | null => short ?? reminder;

export const showToast = (toast: Toast): void =>
  useToasts.setState(({ short, serial }) =>
    toast.stays === true
      ? { reminder: toast, serial: short === null ? serial + 1 : serial }
      : { short: toast, serial: serial + 1 },
  );

/** Removes the action of the short message, because it would act on a save that is no longer the latest. */
export const withdrawAction = (): void =>
  useToasts.setState(({ short }) => {
    if (short?.action === undefined) return {};
    const { action: _, ...rest } = short;
    return { short: rest };
  });

/** Removes the message that is shown; a hidden reminder is shown again. */
export const dismissToast = (): void =>
  useToasts.setState(({ short, serial }) => ({
    ...(short === null ? { reminder: null } : { short: null }),
    serial: serial + 1,
  }));
