/** A range of days, as the team report and a statement choose it. Pure. */

export interface DayRange {
  /** `YYYY-MM-DD`, included; `''` if the range has no first day. */
  from: string;
  /** The same for its last day. */
  to: string;
}

/** Returns the range with another first or last day. A day beyond the other end moves that end too. */
export const withDay = ({ from, to }: DayRange, end: keyof DayRange, chosen: string): DayRange => {
  const hasBoth = from !== '' && to !== '' && chosen !== '';
  const isBeyond = hasBoth && (end === 'from' ? chosen > to : chosen < from);
  return isBeyond ? { from: chosen, to: chosen } : { from, to, [end]: chosen };
};
