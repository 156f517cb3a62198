/**
 * The same answer to the same key, found once: for what every row asks again, like a word of the catalogue.
 */
export const remembered = (find: (key: string) => string): ((key: string) => string) => {
  const known = new Map<string, string>();
  return (key) => {
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = find(key)));
    return answer;
  };
};
