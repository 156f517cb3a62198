import type { ReactNode } from 'react';
import type { Account, AppState } from '#shared/contract/accounts';
import { FormDialog } from './form-dialog';

export interface AccountDialogProps {
  account: Account;
  settings: AppState['settings'];
  onClose: () => void;
}

/** A dialog with a form about an account. `title` returns its title, given the account's name. */
export const AccountDialog = ({
  account: { name, baseUrl },
  title,
  onClose,
  children,
}: Omit<AccountDialogProps, 'settings'> & { title: (name: string) => string; children: ReactNode }) => (
  <FormDialog width={480} onClose={onClose} title={title(name || baseUrl)}>
    {children}
  </FormDialog>
);
