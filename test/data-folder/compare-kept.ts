/** Compares the work that a damaged data folder still has with what was kept in it. */
import type { KeptAccount, KeptItem } from './make-data-folder';

export interface FoundItem extends KeptItem {
  fields: Record<string, unknown>;
}
export interface FoundWork {
  items: readonly FoundItem[];
  drafts: readonly { id: string; form: unknown }[];
}
export interface Comparison {
  /** How many unsent items are there as the user saved them, and of how many. */
  unsent: [number, number];
  drafts: [number, number];
  /** What is lost, has earlier content, or would be sent by itself although it was not waiting. */
  wrong: string[];
}

const isSettled = ({ state }: KeptItem): boolean => state === 'applied' || state === 'discarded';
const stateOf = ({ state, held }: KeptItem): string => (state === 'queued' && held ? 'held' : state);

/**
 * After damage an item that waited may be held (OB61), and one that was delivered or discarded may have left the
 * list (OB66). Any other difference is wrong.
 */
export const compareKept = (kept: KeptAccount, found: FoundWork): Comparison => {
  const items = new Map(found.items.map((item) => [item.id, item]));
  const drafts = new Map(found.drafts.map(({ id, form }) => [id, JSON.stringify(form)]));
  const wrong: string[] = [];
  const isThere = (item: KeptItem): boolean => {
    const now = items.get(item.id);
    if (now === undefined) {
      if (!isSettled(item)) wrong.push(`${item.title} is lost`);
      return false;
    }
    const [before, after] = [stateOf(item), stateOf(now)];
    if (after !== before && !(before === 'queued' && after === 'held'))
      wrong.push(`${item.title}, ${before}, is ${after}`);
    const hasContent = JSON.stringify(now.fields) === JSON.stringify(item.fields);
    if (!hasContent) wrong.push(`${item.title} has other content`);
    return hasContent;
  };
  const there = kept.items.filter((item) => isThere(item) && !isSettled(item));
  const typed = kept.drafts.filter(({ id, form }) => {
    const isKept = drafts.get(id) === JSON.stringify(form);
    if (!isKept) wrong.push(`draft ${id} is ${drafts.has(id) ? 'earlier' : 'lost'}`);
    return isKept;
  });
  return {
    unsent: [there.length, kept.items.filter((item) => !isSettled(item)).length],
    drafts: [typed.length, kept.drafts.length],
    wrong,
  };
};
