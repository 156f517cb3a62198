/** What a screen reader announces: each new text of the live regions of the page. */
import type { Page } from 'playwright-core';

/**
 * Collects the announcements from now on. A text that a region already has is not announced again. `take`
 * returns those since the last call.
 */
export const hear = async (page: Page): Promise<{ take: () => Promise<string[]> }> => {
  await page.evaluate(() => {
    const heard: string[] = [];
    const before = new WeakMap<Element, string>();
    const look = (isFirst: boolean): void => {
      for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
        const text = region.textContent.trim();
        if (before.get(region) === text) continue;
        before.set(region, text);
        if (!isFirst && text !== '') heard.push(text);
      }
    };
    look(true);
    new MutationObserver(() => look(false)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { heard });
  });
  return {
    take: () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0)),
  };
};
