import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../client/client';
import css from './shell.module.css';

const PATIENCE_MS = 700;

/** Shows that the window lost its core. A short reconnect shows nothing. */
export const ReconnectingStrip = () => {
  const connected = useConnection((state) => state.connected);
  const isKeyless = useConnection((state) => state.isKeyless);
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (connected) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [connected]);
  if (!late) return null;
  return (
    <div className={css.strip} role="status">
      <strong>{t(isKeyless ? 'reconnect.noKey' : 'reconnect.title')}</strong>{' '}
      <span>{t(isKeyless ? 'reconnect.openPrinted' : 'reconnect.hint')}</span>
    </div>
  );
};
