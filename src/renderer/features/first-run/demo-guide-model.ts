/** The guided path of the demo: which steps the user has done, derived from recorded facts. Pure. */

export const GUIDE_STEPS = ['browse', 'offline', 'edit', 'online', 'delivered'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

export interface Guide {
  done: GuideStep[];
  closed: boolean;
  /**
   * Number of outbox items and of delivered items when the guide was first shown; earlier work completes no
   * step.
   */
  base: { items: number; delivered: number };
}

const isGuide = (kept: unknown): kept is Guide => {
  const { done, closed, base } = (kept ?? {}) as Partial<Guide>;
  return (
    Array.isArray(done) &&
    done.every((step) => GUIDE_STEPS.includes(step)) &&
    typeof closed === 'boolean' &&
    typeof base?.items === 'number' &&
    typeof base.delivered === 'number'
  );
};

export interface GuideFacts {
  opened: boolean;
  offline: boolean;
  items: number;
  delivered: number;
  waiting: number;
}

/** Returns the stored guide, or a new one that starts from `facts`. */
export const readGuide = (
  kept: unknown,
  { items, delivered }: Pick<GuideFacts, 'items' | 'delivered'>,
): Guide => (isGuide(kept) ? kept : { done: [], closed: false, base: { items, delivered } });

/** Marks the steps that are done; returns the same object if nothing changed. */
export const advanceGuide = (guide: Guide, facts: GuideFacts): Guide => {
  const done = new Set(guide.done);
  const tick = (step: GuideStep, isTrue: boolean): void => {
    if (isTrue) done.add(step);
  };
  tick('browse', facts.opened);
  tick('offline', facts.offline);
  tick('edit', facts.items > guide.base.items);
  tick('online', done.has('offline') && !facts.offline);
  tick('delivered', done.has('edit') && facts.waiting === 0 && facts.delivered > guide.base.delivered);
  return done.size === guide.done.length
    ? guide
    : { ...guide, done: GUIDE_STEPS.filter((step) => done.has(step)) };
};
