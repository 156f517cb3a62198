import { useLayoutEffect, useRef, useState } from 'react';

type Calls = Record<string, (...args: never[]) => void>;

/**
 * Returns functions with the names of `calls` that stay the same. Each runs the function of the latest render. A
 * memoized row renders again when one of its callbacks changes. `calls` must have the same names in every render.
 */
export const useStableCalls = <C extends Calls>(calls: C): C => {
  const latest = useRef(calls);
  useLayoutEffect(() => {
    latest.current = calls;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(calls).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as C,
  );
  return stable;
};
