/**
 * The messages at the bottom of the window. A short one tells what became of an action, with Undo while that
 * is possible. A reminder stays until it is answered; while a short message is shown it waits behind it, so
 * that neither hides the other for good.
 */
import { create } from 'zustand';

export interface Toast {
  text: string;
  action?: { label: string; run: () => void };
  /** The item of the outbox that it tells about: the message follows what becomes of it. */
  itemId?: string;
  /** How long it is shown, in milliseconds, if not the usual time. */
  lifeMs?: number;
  /** The time until its item is sent, in milliseconds, shown as a bar that runs out. */
  countdownMs?: number;
  /** A reminder: no other message replaces it, except the next reminder. */
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

export type ItemState = 'queued' | 'sending' | 'applied' | 'other';

/** An item is sent when Undo ends, and the answer of the service takes a moment. */
const FOLLOW_MS = 5000;
const DELIVERED_MS = 3000;

/** How long a message is shown in the present state of its item, in milliseconds. */
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

/** Ends the message that is shown; a reminder behind it is shown next. */
export const dismissToast = (): void =>
  useToasts.setState(({ short, serial }) => ({
    ...(short === null ? { reminder: null } : { short: null }),
    serial: serial + 1,
  }));
