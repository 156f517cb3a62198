import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog';
import { focusShown, useGiveFocusBack } from '../../ui/give-focus';
import css from './first-run.module.css';

/** Asks in the dialog itself, so that the form stays as it is. */
const Question = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => {
  const { t } = useTranslation();
  const keep = useRef<HTMLButtonElement>(null);
  useGiveFocusBack();
  useEffect(() => {
    keep.current?.scrollIntoView({ block: 'nearest' });
    focusShown(keep.current);
  }, []);
  return (
    <div className={css.question}>
      <p role="alert">{t('firstRun.leave.text')}</p>
      <Button ref={keep} onClick={onKeep}>
        {t('firstRun.leave.keep')}
      </Button>
      <Button variant="default" onClick={onDiscard}>
        {t('firstRun.leave.discard')}
      </Button>
    </div>
  );
};

/**
 * A dialog with a form that no draft stores. A click outside the dialog does not close it. Escape and the close button
 * ask first if something was typed.
 */
export const FormDialog = ({
  title,
  width,
  onClose,
  children,
}: {
  title: string;
  /** In pixels. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}) => {
  const typed = useRef(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    if (typed.current) setAsking(!asking);
    else onClose();
  };
  return (
    <Dialog width={width} closeOnClickOutside={false} onClose={close} title={title}>
      <div
        onInput={() => {
          typed.current = true;
        }}
      >
        {children}
      </div>
      {asking ? <Question onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </Dialog>
  );
};
