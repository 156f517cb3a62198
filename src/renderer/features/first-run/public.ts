/** What other features may use of this one. */
export { SignInForm } from './sign-in-form';
