import { useEffect, useState } from 'react';

/** Returns the current time, updated every `everyMs`, for texts like "3 minutes ago". */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
