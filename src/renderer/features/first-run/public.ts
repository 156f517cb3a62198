/** What other features may use of this one. */
export { AddAccount } from './add-account';
export { SignInForm } from './sign-in-form';
