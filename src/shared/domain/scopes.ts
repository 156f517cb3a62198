/** The modules of the service that a token may reach: the values of `scope` (contract B, "Sign-in"). */
export const SCOPES = [
  'product',
  'company',
  'lead',
  'opportunity',
  'invoices',
  'user',
  'purchaseOrder',
  'warehouse',
  'capitalAccount',
  'report',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes in `words` that Satchel knows, in the order of `SCOPES`. */
export const knownScopes = (words: readonly unknown[]): Scope[] =>
  SCOPES.filter((scope) => words.includes(scope));
