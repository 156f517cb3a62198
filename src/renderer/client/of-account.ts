/**
 * State outside React and the queries that belongs to the open account: opened records, windows, messages.
 * Each module that keeps such state registers how it is forgotten, beside the state itself. All of it is
 * forgotten together when another account is opened in the same window.
 */
const forgets = new Set<() => void>();

/** Registers a function that removes state of the open account. Called once, when the module is loaded. */
export const onOtherAccount = (forget: () => void): void => void forgets.add(forget);

/** Removes the state of the account that was open before. */
export const forgetAccount = (): void => {
  for (const forget of forgets) forget();
};
