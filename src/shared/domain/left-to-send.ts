/**
 * The number of items that need attention: those that need the user before they can be sent, and delivered ones whose
 * values were `replaced`.
 */
export const needAttention = ({
  needsUser,
  replaced = 0,
}: {
  needsUser: number;
  replaced?: number;
}): number => needsUser + replaced;

/** The number of items that are not finished: undelivered ones, and delivered ones that the user has to check. */
export const unsettledCount = ({ waiting, replaced = 0 }: { waiting: number; replaced?: number }): number =>
  waiting + replaced;

/** The number of items that need no decision: `waiting` without the items that need the user. */
export const leftToSend = ({ waiting, needsUser }: { waiting: number; needsUser: number }): number =>
  Math.max(0, waiting - needsUser);

/**
 * The items that need no decision, apart: those that are still to send, and those that were sent without a reply
 * and are being checked. `counts` is by state; `needsUser` includes the items in doubt that the user decides.
 */
export const toSendAndCheck = (summary: {
  waiting: number;
  needsUser: number;
  counts: Readonly<Record<string, number>>;
}): { toSend: number; checking: number } => {
  const { uncertain = 0, rejected = 0, conflict = 0 } = summary.counts;
  const undecided = summary.needsUser - rejected - conflict;
  const checking = Math.max(0, uncertain - Math.max(0, undecided));
  return { toSend: Math.max(0, leftToSend(summary) - checking), checking };
};

/**
 * The number of items that Satchel sends by itself: without those on hold, those that wait for an item on hold or one
 * that needs the user, and none while sending is paused.
 */
export const sentByItself = (summary: {
  waiting: number;
  needsUser: number;
  held: number;
  blocked: number;
  paused: boolean;
}): number => (summary.paused ? 0 : Math.max(0, leftToSend(summary) - summary.held - summary.blocked));
