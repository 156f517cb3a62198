import { Component, type ReactNode } from 'react';
import { later } from './later';

const FaultDialog = later(async () => (await import('./fault-dialog')).FaultDialog);
/** Preloads the message about a failure: the cause of the failure may be that no code can be fetched. */
export const preloadFaultDialog = FaultDialog.preload;

/**
 * Catches errors of a form or dialog, so that the screen behind it keeps working. It closes the form and
 * shows a dialog that offers to open it again or to close it. A removed form saves its draft first, so
 * opening it again restores what was typed. It shows nothing while the code of the dialog is fetched.
 */
export class DialogBoundary extends Component<
  { fault?: 'form' | 'dialog'; onClose: () => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fault = 'dialog', onClose, children } = this.props;
    if (!this.state.failed) return children;
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
