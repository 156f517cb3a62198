/** The number of items that need no decision: `waiting` without the items that need the user. */
export const leftToSend = ({ waiting, needsUser }: { waiting: number; needsUser: number }): number =>
  Math.max(0, waiting - needsUser);

/** The number of items that Satchel sends by itself: without those on hold, and none while sending is paused. */
export const sentByItself = (summary: {
  waiting: number;
  needsUser: number;
  held: number;
  paused: boolean;
}): number => (summary.paused ? 0 : Math.max(0, leftToSend(summary) - summary.held));
