import type { ReactNode } from 'react';
import type { Account, AppState } from '#shared/contract/accounts';
import { Dialog } from '../../ui/dialog';

export interface AccountDialogProps {
  account: Account;
  settings: AppState['settings'];
  onClose: () => void;
}

/**
 * A dialog with a form about an account. `title` returns its title, given the account's name. A click outside the
 * dialog does not close it, because that would lose the input.
 */
export const AccountDialog = ({
  account: { name, baseUrl },
  title,
  onClose,
  children,
}: Omit<AccountDialogProps, 'settings'> & { title: (name: string) => string; children: ReactNode }) => (
  <Dialog width={480} closeOnClickOutside={false} onClose={onClose} title={title(name || baseUrl)}>
    {children}
  </Dialog>
);
