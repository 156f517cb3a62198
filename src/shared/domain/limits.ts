/** Limits that the contract checks and the window knows. The window loads no schema for them. */

/** The most changes that a window lists at a time; it asks for one more, to know whether there are more. */
export const MOST_CHANGES = 200;

/** The length of the name of an account. */
export const MOST_NAME_CHARACTERS = 100;
