import { ActionIcon, CopyButton as Copier } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const { t } = useTranslation();
  return (
    <Copier value={value} timeout={1200}>
      {({ copied, copy }) => (
        <ActionIcon
          size={20}
          onClick={copy}
          aria-label={copied ? t('common.copied') : (label ?? t('common.copy'))}
          title={label ?? t('common.copy')}
        >
          {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
        </ActionIcon>
      )}
    </Copier>
  );
};
