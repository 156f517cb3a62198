/** The number of items that Satchel delivers by itself: `waiting` without the items that need the user. */
export const leftToSend = ({ waiting, needsUser }: { waiting: number; needsUser: number }): number =>
  Math.max(0, waiting - needsUser);
