/** The stored states of a cache, in memory. */
export const memoryStates = () => {
  const states = new Map<string, string>();
  return {
    states,
    cache: {
      state: (key: string) => states.get(key) ?? null,
      setState: (key: string, value: string) => void states.set(key, value),
    },
  };
};
