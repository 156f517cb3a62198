/**
 * Lazy components that can be preloaded: once its code is fetched, a component is drawn at once and never
 * suspends.
 */
import { type ComponentType, lazy, useState } from 'react';

export type Later<P> = ComponentType<P> & {
  /** Fetches the code, once; a failed fetch is tried again when the part is drawn. */
  preload: () => Promise<unknown>;
};

/**
 * Needs a Suspense above it, for the case that it is drawn before its code is there. React's own `lazy` would
 * suspend a first time even then, and hold back what it reveals.
 */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> => {
  let ready: ComponentType<P> | undefined;
  let fetching: Promise<ComponentType<P>> | undefined;
  const fetchOnce = (): Promise<ComponentType<P>> => {
    fetching ??= load()
      .then((part) => (ready = part))
      .catch((error: unknown) => {
        fetching = undefined;
        throw error;
      });
    return fetching;
  };
  const Awaited = lazy(async () => ({ default: await fetchOnce() }));
  const Part = (props: P) => {
    // For as long as it stands it stays what it was: another type would begin anew.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Awaited);
    return <Shown {...props} />;
  };
  return Object.assign(Part, { preload: fetchOnce });
};
