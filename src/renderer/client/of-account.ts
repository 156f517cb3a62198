/**
 * Removes the state of an account when another one is opened in the same window. It concerns state outside React and
 * the queries: opened records, windows, messages. Each module that has such state registers a function that removes
 * it.
 */
const forgets = new Set<() => void>();

/** Registers a function that removes state of the open account. Called once, when the module is loaded. */
export const onOtherAccount = (forget: () => void): void => void forgets.add(forget);

/** Removes the state of the account that was open before. */
export const forgetAccount = (): void => {
  for (const forget of forgets) forget();
};
