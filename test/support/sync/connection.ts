/** Credentials that the bundled service accepts. */
export const CLIENT = { kind: 'client', clientId: 'demo-client', clientSecret: 'demo-secret' } as const;
export const PASSWORD = {
  kind: 'password',
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  username: 'rep@demo.example',
  password: 'demo-password',
} as const;
