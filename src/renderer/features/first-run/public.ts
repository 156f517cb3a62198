/** The parts of this feature that other features may use. */
export { AddAccount } from './add-account';
export { MoveDialog } from './move-form';
export { SignInForm } from './sign-in-form';
export { withoutRemoved } from './sign-in-memory';
