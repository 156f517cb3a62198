/** Which module of the token's scope an endpoint belongs to, as the live service documents them. */
const MODULES: readonly (readonly [string, string])[] = [
  ['/v1/company/', 'company'],
  ['/v1/dynamic/', 'company'],
  ['/v1/lead/', 'lead'],
  ['/v1/invoices/', 'invoices'],
  ['/v1/user/', 'user'],
  ['/v1/purchaseOrder/', 'purchaseOrder'],
  ['/v1/warehouse/', 'warehouse'],
  ['/v1/capitalAccount/', 'capitalAccount'],
  ['/v1/product/', 'product'],
  ['/v1/opportunity/', 'opportunity'],
  ['/v1/report/', 'report'],
];

/** The module that a token lacks for a path. A token asked for without a scope reaches everything. */
export const missingScope = (path: string, scope: string | undefined): string | undefined => {
  const module = MODULES.find(([start]) => path.startsWith(start))?.[1];
  if (module === undefined || scope === undefined || scope.trim() === '') return undefined;
  return scope.split(/\s+/).includes(module) ? undefined : module;
};
