/** A message at the bottom of the window after a form closed: what happened, and Undo while possible. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import css from '../forms.module.css';

export interface Toast {
  text: string;
  action?: { label: string; run: () => void };
  /** How long it stays, if not the usual time. */
  lifeMs?: number;
}
const LIFE_MS = 8000;

const useToast = create<{ toast: Toast | null; serial: number }>(() => ({ toast: null, serial: 0 }));
export const showToast = (toast: Toast | null): void =>
  useToast.setState(({ serial }) => ({ toast, serial: serial + 1 }));

export const ToastLine = () => {
  const { t } = useTranslation();
  const { toast, serial } = useToast();
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => showToast(null), toast.lifeMs ?? LIFE_MS);
    return () => clearTimeout(timer);
  }, [toast, serial]);
  return (
    <div className={css.toastArea} role="status">
      {toast === null ? null : (
        <div className={css.toast} key={serial}>
          <span>{toast.text}</span>
          {toast.action ? (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                showToast(null);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          ) : null}
          <ActionIcon size={20} aria-label={t('common.dismiss')} onClick={() => showToast(null)}>
            <IconX size={13} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};
