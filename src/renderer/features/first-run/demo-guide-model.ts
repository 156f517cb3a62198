/** The demo's guided path: what a newcomer has already tried, told from what really happened. Pure. */
import { z } from 'zod';

export const GUIDE_STEPS = ['browse', 'offline', 'edit', 'online', 'delivered'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

export const guideSchema = z.object({
  done: z.array(z.enum(GUIDE_STEPS)), closed: z.boolean(),
  /** Items of the outbox, and delivered ones, when the guide was first shown: older work ticks nothing. */
  base: z.object({ items: z.number(), delivered: z.number() }),
});
export type Guide = z.infer<typeof guideSchema>;

export interface GuideFacts { opened: boolean; offline: boolean; items: number; delivered: number; waiting: number }

/** A guide as it was kept, or a new one that starts from `facts`. */
export const readGuide = (kept: unknown, { items, delivered }: Pick<GuideFacts, 'items' | 'delivered'>): Guide => {
  const parsed = guideSchema.safeParse(kept);
  return parsed.success ? parsed.data : { done: [], closed: false, base: { items, delivered } };
};

/** Ticks what has come true; the same object when nothing has. */
export const advanceGuide = (guide: Guide, facts: GuideFacts): Guide => {
  const done = new Set(guide.done);
  const tick = (step: GuideStep, isTrue: boolean): void => { if (isTrue) done.add(step); };
  tick('browse', facts.opened);
  tick('offline', facts.offline);
  tick('edit', facts.items > guide.base.items);
  tick('online', done.has('offline') && !facts.offline);
  tick('delivered', done.has('edit') && facts.waiting === 0 && facts.delivered > guide.base.delivered);
  return done.size === guide.done.length ? guide : { ...guide, done: GUIDE_STEPS.filter((step) => done.has(step)) };
};
