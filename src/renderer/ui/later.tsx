/**
 * Lazy components that can be preloaded. When its code is loaded, a component renders at once and never
 * suspends.
 */
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { loadAllTexts } from '../i18n/i18n';

export type Later<P> = ComponentType<P> & {
  /** Loads the code once. A failed load is tried again when the component renders. */
  preload: () => Promise<unknown>;
};

interface LaterOptions {
  /** `first`: shows only texts of the first catalogue file, so it does not wait for the others. */
  texts?: 'first' | 'all';
}

/**
 * Needs a Suspense above it, in case it renders before its code is loaded. React's `lazy` would suspend once
 * even after a preload and delay the content.
 */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { texts = 'all' }: LaterOptions = {},
): Later<P> => {
  let ready: ComponentType<P> | undefined;
  let fetching: Promise<ComponentType<P>> | undefined;
  const fetchOnce = (): Promise<ComponentType<P>> => {
    fetching ??= Promise.all([load(), texts === 'all' ? loadAllTexts() : undefined])
      .then(([part]) => (ready = part))
      .catch((error: unknown) => {
        fetching = undefined;
        throw error;
      });
    return fetching;
  };
  const Awaited = lazy(async () => ({ default: await fetchOnce() }));
  const Part = (props: P) => {
    // The type stays the same while the component is mounted, because another type would remount it.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Awaited);
    return <Shown {...props} />;
  };
  return Object.assign(Part, { preload: fetchOnce });
};

type Preload = () => Promise<unknown>;

/** Loads them one by one and only while the window is idle, because evaluating code delays frames. */
const preloadInTurn = async (preloads: readonly Preload[]): Promise<void> => {
  for (const preload of preloads) {
    await new Promise<void>((resolve) => {
      requestIdleCallback(() => resolve(), { timeout: 1000 });
    });
    await preload().catch(() => undefined);
  }
};

const SOON_MS = 1200;

/**
 * Preloads what a screen may need next, in order of need, so that no click waits for it. `preloads` is a
 * constant. Returns true once the screen has had the time to show its content; less urgent work starts then.
 */
export const usePreloadSoon = (preloads: readonly Preload[]): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(true);
      void preloadInTurn(preloads);
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [preloads]);
  return settled;
};
