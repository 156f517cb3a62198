import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import css from './ui.module.css';

/** A field for a recovery code that the user has kept. */
export const RecoveryCodeInput = ({
  code,
  error,
  onType,
  ...focus
}: Pick<TextInputProps, 'error' | 'autoFocus'> & { code: string; onType: (code: string) => void }) => {
  const { t } = useTranslation();
  return (
    <TextInput
      {...focus}
      label={t('protection.locked.label')}
      placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
      value={code}
      autoComplete="off"
      spellCheck={false}
      maxLength={120}
      error={error}
      classNames={{ input: css.recoveryCode ?? '' }}
      onChange={({ currentTarget: { value } }) => onType(value)}
    />
  );
};
