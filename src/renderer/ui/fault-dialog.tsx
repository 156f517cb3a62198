import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog';

interface FaultDialogProps {
  fault: 'form' | 'dialog';
  onRetry: () => void;
  onClose: () => void;
}

/** Shows that a form or dialog failed, and offers to open it again or to close it. */
export const FaultDialog = ({ fault, onRetry, onClose }: FaultDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog width={440} onClose={onClose} title={t(`errors.fault.${fault}.title`)}>
      <Text role="alert" size="sm" mb="md">
        {t(`errors.fault.${fault}.next`)}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button onClick={onRetry} data-autofocus>
          {t('common.retry')}
        </Button>
      </Group>
    </Dialog>
  );
};
