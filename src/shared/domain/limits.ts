/** Limits that the contract checks and the window knows. The window loads no schema for them. */

/** The most changes that a window lists at a time; it asks for one more, to know whether there are more. */
export const MOST_CHANGES = 200;

/** The most items of the outbox that a window asks for by their ids at a time. */
export const MOST_ITEMS_BY_ID = 500;

/** The length of the name of an account. */
export const MOST_NAME_CHARACTERS = 100;
