/**
 * Components whose code is loaded later and can be preloaded. If its code is loaded, a component renders at
 * once. Until then it renders `meanwhile`, by default nothing.
 */
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { loadAllTexts } from '../i18n/i18n';

export type Later<P> = ComponentType<P> & {
  /** Loads the code once. A failed load is tried again when the component renders. */
  preload: () => Promise<unknown>;
};

interface LaterOptions {
  /** `first`: shows only texts of the first catalogue file, so it does not wait for the others. */
  texts?: 'first' | 'all';
  /** Rendered while the code is loading. */
  meanwhile?: ReactNode;
}

/**
 * `lazy` of React is not used: it suspends once even after a preload, and React delays content that was
 * suspended by up to 300 ms.
 */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { texts = 'all', meanwhile = null }: LaterOptions = {},
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
  const Part = (props: P) => {
    const [Loaded, setLoaded] = useState<ComponentType<P> | undefined>(() => ready);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useLayoutEffect(() => {
      if (Loaded) return;
      let isMounted = true;
      fetchOnce().then(
        (part) => isMounted && setLoaded(() => part),
        (error: unknown) => isMounted && setFailure({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, [Loaded]);
    // The boundary around it handles the failure as if the component itself had failed.
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : meanwhile;
  };
  return Object.assign(Part, { preload: fetchOnce });
};

type Preload = () => Promise<unknown>;

/** Loads the parts one by one and only while the window is idle, because evaluating code delays frames. */
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
 * Preloads what a screen may need next, in order of need, so that no click waits for it. `preloads` must be a
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
