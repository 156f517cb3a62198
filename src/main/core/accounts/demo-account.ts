/** The fixed account of the demo workspace. Its credentials are not secret, and its host does not exist. */
import type { Profile } from './files/account-file';

export const DEMO_ACCOUNT_ID = 'demo';
export const DEMO_BASE_URL = 'http://demo.invalid';
export const DEMO_CREDENTIALS = {
  kind: 'password',
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  username: 'rep@demo.example',
  password: 'demo-password',
} as const;

export const demoProfile = (): Profile => ({
  id: DEMO_ACCOUNT_ID,
  name: 'Demo',
  baseUrl: DEMO_BASE_URL,
  demo: true,
  headerStyle: 'raw',
  selfUserId: null,
  selfName: null,
  identity: { userId: null, email: null },
  signedOut: false,
});
