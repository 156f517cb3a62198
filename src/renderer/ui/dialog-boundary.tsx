import { Button, Group, Text } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog';

type Fault = 'form' | 'dialog';

const FaultDialog = ({
  fault,
  onRetry,
  onClose,
}: {
  fault: Fault;
  onRetry: () => void;
  onClose: () => void;
}) => {
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

/**
 * Catches errors of a form or dialog, so that the screen behind it keeps working. It closes the form and
 * shows a dialog that offers to open it again or to close it. A removed form saves its draft first, so
 * opening it again restores what was typed. It shows nothing while the code of the dialog is fetched.
 */
export class DialogBoundary extends Component<
  { fault?: Fault; onClose: () => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fault = 'dialog', onClose, children } = this.props;
    if (!this.state.failed) return <Suspense fallback={null}>{children}</Suspense>;
    const reset = (): void => this.setState({ failed: false });
    return (
      <FaultDialog
        fault={fault}
        onRetry={reset}
        onClose={() => {
          reset();
          onClose();
        }}
      />
    );
  }
}
