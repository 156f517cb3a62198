import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import { EmptyState } from '../ui/layout';

/** Keeps a fault of one screen from taking the window: says so, and offers to draw it again. */
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
