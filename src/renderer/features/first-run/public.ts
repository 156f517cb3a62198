/** The parts of this feature that other features may use. */
export { AccountDialog, type AccountDialogProps } from './account-dialog';
export { AddAccount } from './add-account';
export { MoveDialog } from './move-form';
export { RemoveCopy, signOutOf } from './remove-copy';
export { SignInForm } from './sign-in-form';
