/** The first entry of each id. A control whose list has an id twice throws an error in place of showing it. */
export const eachOnce = <T extends { id: string }>(entries: readonly T[]): T[] => {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
};
