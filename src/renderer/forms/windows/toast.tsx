/**
 * A message at the bottom of the window: the result of an action, with Undo while that is possible, or a
 * reminder.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './toast.module.css';
import { useOutboxItem } from '../../client/outbox-queries';
import { giveFocusBack } from '../../ui/give-focus';
import { dismissToast, type ItemState, lifeIn, shownToast, type Toast, useToasts } from './toast-state';

/** Returns the state of the message's item; undefined if it has none. */
const useItemState = (toast: Toast | null): ItemState | undefined => {
  const { data } = useOutboxItem(toast?.itemId);
  if (toast?.itemId === undefined || !data || data.intent.id !== toast.itemId) return undefined;
  const { state } = data.intent;
  return state === 'queued' || state === 'sending' || state === 'applied' ? state : 'other';
};

export const ToastLine = () => {
  const { t } = useTranslation();
  const toast = useToasts(shownToast);
  const serial = useToasts((state) => state.serial);
  const item = useItemState(toast);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(dismissToast, lifeIn(toast, item));
    return () => clearTimeout(timer);
  }, [toast, serial, item]);
  const delivered = item === 'applied' ? t('form.delivered') : null;
  const progress = item === 'sending' ? t('form.sendingNow') : delivered;
  // The element that had the focus before this message: its button is removed when it is pressed.
  const before = useRef<Element | null>(null);
  const act = (run?: () => void): void => {
    dismissToast();
    run?.();
    giveFocusBack(before.current);
  };
  const countsDown = toast?.countdownMs !== undefined && toast.countdownMs > 0 && progress === null;
  return (
    <div
      className={css.area}
      role="status"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {toast === null ? null : (
        <div className={css.toast} key={serial}>
          <span>{progress ?? toast.text}</span>
          {toast.action && progress === null ? (
            <Button variant="subtle" size="compact-xs" onClick={() => act(toast.action?.run)}>
              {toast.action.label}
            </Button>
          ) : null}
          <ActionIcon size={20} aria-label={t('common.dismiss')} onClick={() => act()}>
            <IconX size={13} />
          </ActionIcon>
          {countsDown ? (
            <span
              className={css.countdown}
              style={{ animationDuration: `${toast.countdownMs}ms` }}
              aria-hidden
            />
          ) : null}
        </div>
      )}
    </div>
  );
};
