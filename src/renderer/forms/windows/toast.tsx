/** A message at the bottom of the window: what happened, and Undo while possible; or a reminder. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../forms.module.css';
import { dismissToast, lifeOf, shownToast, useToasts } from './toast-state';

export const ToastLine = () => {
  const { t } = useTranslation();
  const toast = useToasts(shownToast);
  const serial = useToasts((state) => state.serial);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(dismissToast, lifeOf(toast));
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
                dismissToast();
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          ) : null}
          <ActionIcon size={20} aria-label={t('common.dismiss')} onClick={dismissToast}>
            <IconX size={13} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};
