import { useClipboard } from '@mantine/hooks';
import i18next from 'i18next';
import css from './copy-button.module.css';

/**
 * Copies the text that `value` returns. A record has up to a hundred of these buttons, so each is one element, whose
 * icon is painted by CSS.
 */
export const CopyButton = ({ value, label }: { value: () => string; label: string }) => {
  const { copied, copy } = useClipboard({ timeout: 1200 });
  return (
    <button
      type="button"
      className={css.copy}
      data-copied={copied || undefined}
      aria-label={copied ? i18next.t('common.copied') : label}
      title={label}
      onClick={() => copy(value())}
    />
  );
};
