/** Caches the result of `find` by key, for example for catalogue texts that every row needs. */
export const remembered = (find: (key: string) => string): ((key: string) => string) => {
  const known = new Map<string, string>();
  return (key) => {
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = find(key)));
    return answer;
  };
};
