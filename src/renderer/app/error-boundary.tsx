import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import { EmptyState } from '../ui/layout';

/**
 * Catches the error of a screen, so that the window keeps working. It shows a message and offers to render
 * the screen again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Translation>
        {(t) => (
          <EmptyState
            title={t('errors.internal.title')}
            hint={t('errors.internal.next')}
            action={
              <Button variant="default" onClick={() => this.setState({ failed: false })}>
                {t('common.retry')}
              </Button>
            }
          />
        )}
      </Translation>
    );
  }
}
