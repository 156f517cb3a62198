import { useEffect, useState } from 'react';

/**
 * A signal for calls that end when the form is closed: a sign-in that the user gave up opens no account when
 * the service answers at last.
 */
export const useGivenUp = (): AbortSignal => {
  const [closing] = useState(() => new AbortController());
  useEffect(() => () => closing.abort(), [closing]);
  return closing.signal;
};
