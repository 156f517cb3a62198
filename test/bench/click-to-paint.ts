/**
 * How long a user waits after a click or a key until the screen shows the result. The page itself measures
 * the time from the event to the first task after the frame that shows the result; a frame takes up to 17 ms
 * of it. The mouse button is held as long as a fast user holds it.
 */
import type { Page } from 'playwright-core';
import { printTiming, timingOf } from './measure';

const PRESSES = 20;
const AIM_MS = 50;
/** The pause between two actions, in which the page does its deferred work. */
const PAUSE_MS = 250;
const LONGEST_MS = 20_000;
const CLICK = { delay: 60 } as const;

/** What the page shows when the action is done. */
interface Shown {
  /** Selects the element to watch; the first match counts. */
  selector: string;
  /** The expected change: the element appears, disappears, or gets another text, value or label. */
  becomes: 'there' | 'gone' | 'changed';
}

/** Waits for the next input in the page, and then for `shown`. Resolves when the page waits. */
const watchNext = (page: Page, shown: Shown): Promise<void> =>
  page.evaluate(
    ({ selector, becomes, longestMs }) => {
      const found = (): Element | null => document.querySelector(selector);
      const look = (): string => {
        const element = found();
        if (element === null) return '';
        const value = element instanceof HTMLInputElement ? element.value : element.textContent;
        return `${value} ${element.getAttribute('aria-rowcount')} ${element.getAttribute('aria-label')}`;
      };
      const before = look();
      const isDone = (): boolean =>
        becomes === 'there' ? found() !== null : becomes === 'gone' ? found() === null : look() !== before;
      const painted = new Promise<number>((resolve, reject) => {
        const begin = (event: Event): void => {
          for (const type of ['pointerup', 'keydown']) removeEventListener(type, begin, true);
          const tick = (): void => {
            if (performance.now() - event.timeStamp > longestMs) reject(new Error(`never: ${selector}`));
            else if (isDone()) {
              // This frame is painted before the next task.
              const { port1, port2 } = new MessageChannel();
              port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
              port1.start();
              port2.postMessage(0);
            } else requestAnimationFrame(tick);
          };
          requestAnimationFrame(tick);
        };
        for (const type of ['pointerup', 'keydown']) addEventListener(type, begin, true);
      });
      painted.catch(() => undefined);
      Object.assign(globalThis, { painted });
    },
    { ...shown, longestMs: LONGEST_MS },
  );

const paintedAfter = async (page: Page, shown: Shown, act: () => Promise<void>): Promise<number> => {
  await watchNext(page, shown);
  await act();
  return page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
};

const FIRST_CELL = 'main [role="gridcell"]';
const PANEL = 'aside h2, [role="complementary"] h2';
const PALETTE = '[role="dialog"] [role="combobox"]';
const FORM = '[role="dialog"] input';

interface Action {
  name: string;
  aimMs?: number;
  /** Prepares the page for the action; not measured. */
  before?: (round: number) => Promise<void>;
  act: (round: number) => Promise<void>;
  shown: Shown;
  /** Undoes the action; not measured. */
  after?: () => Promise<void>;
}

/** The most frequent actions, on a page that shows the app with a complete copy. */
const actionsOn = (page: Page): Action[] => {
  const press = (key: string) => () => page.keyboard.press(key);
  const go = async (screen: string): Promise<void> => {
    await page.evaluate((to) => {
      window.location.hash = `#/${to}`;
    }, screen);
    await page.waitForTimeout(PAUSE_MS);
  };
  const rail = (name: string) => () =>
    page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click(CLICK);
  const searchField = page.getByPlaceholder(/^Search (?!records)/);
  const letters = 'nordlicht messe gmbh';
  const toFirstOrder = async (): Promise<void> => {
    await go('orders');
    await page.locator(FIRST_CELL).first().waitFor();
  };
  return [
    {
      name: 'click on an order → its panel',
      before: toFirstOrder,
      act: (round) => page.locator(`#c${(round % 15) + 1}-1`).click(CLICK),
      shown: { selector: PANEL, becomes: 'there' },
      after: press('Escape'),
    },
    {
      name: 'J with an open panel → the next order',
      before: async (round) => {
        if (round > 0) return;
        await toFirstOrder();
        await page.locator('#c1-1').click();
        await page.locator(PANEL).first().waitFor();
      },
      act: press('j'),
      shown: { selector: PANEL, becomes: 'changed' },
    },
    {
      name: 'Escape → the panel is closed',
      before: async (round) => {
        if (round === 0) await toFirstOrder();
        await page.locator('#c2-1').click();
        await page.locator(PANEL).first().waitFor();
        await page.waitForTimeout(PAUSE_MS);
      },
      act: press('Escape'),
      shown: { selector: PANEL, becomes: 'gone' },
    },
    {
      name: 'menu → another list',
      before: toFirstOrder,
      act: rail('Quotations'),
      shown: { selector: FIRST_CELL, becomes: 'changed' },
    },
    {
      name: 'menu → Today',
      before: toFirstOrder,
      act: rail('Today'),
      shown: { selector: 'main li, main [role="listitem"]', becomes: 'there' },
    },
    {
      name: 'click on a column → the list in its order',
      before: async (round) => {
        if (round === 0) await toFirstOrder();
      },
      act: () =>
        page
          .getByRole('columnheader')
          .nth(1)
          .click({ ...CLICK, position: { x: 20, y: 10 } }),
      shown: { selector: FIRST_CELL, becomes: 'changed' },
    },
    {
      name: 'a letter in the search of a list → the letter',
      before: async (round) => {
        if (round > 0) return;
        await toFirstOrder();
        await searchField.click();
      },
      act: (round) =>
        page.keyboard.press(letters[round % letters.length] === ' ' ? 'Space' : (letters[round] ?? 'x')),
      shown: { selector: 'main input[placeholder^="Search"]', becomes: 'changed' },
    },
    {
      name: 'a letter in the search of a list → its rows',
      before: async (round) => {
        if (round > 0) return;
        await toFirstOrder();
        await searchField.click();
      },
      // Letters that some orders have and others do not, so that the rows change.
      act: (round) => page.keyboard.press('khgwvp'[round % 6] ?? 'k'),
      shown: { selector: 'main [role="grid"]', becomes: 'changed' },
      after: () => searchField.fill(''),
    },
    {
      name: 'Ctrl+K → the palette',
      before: async (round) => {
        if (round === 0) await toFirstOrder();
      },
      act: press('Control+k'),
      shown: { selector: PALETTE, becomes: 'there' },
      after: press('Escape'),
    },
    {
      name: 'a letter in the palette → the letter',
      before: async (round) => {
        if (round > 0) return;
        await page.keyboard.press('Control+k');
        await page.locator(PALETTE).first().waitFor();
      },
      act: (round) =>
        page.keyboard.press(letters[round % letters.length] === ' ' ? 'Space' : (letters[round] ?? 'x')),
      shown: { selector: PALETTE, becomes: 'changed' },
    },
    {
      name: 'E → the form of a customer',
      before: async (round) => {
        if (round === 0) {
          await page.keyboard.press('Escape');
          await go('customers');
          await page.locator('#c1-1').click();
          await page.locator(PANEL).first().waitFor();
        }
        await page.waitForTimeout(PAUSE_MS);
      },
      act: press('e'),
      shown: { selector: FORM, becomes: 'there' },
      after: press('Escape'),
    },
    {
      name: 'a letter in a form → the letter',
      aimMs: 80,
      before: async (round) => {
        if (round > 0) return;
        await page.keyboard.press('e');
        await page.locator(FORM).first().waitFor();
        await page.locator(FORM).first().focus();
      },
      act: press('x'),
      shown: { selector: FORM, becomes: 'changed' },
    },
  ];
};

/** Does each action many times, and prints the time to paint of each. */
export const measureActions = async (page: Page): Promise<void> => {
  for (const { name, aimMs = AIM_MS, before, act, shown, after } of actionsOn(page)) {
    const samples: number[] = [];
    // The first round compiles the code and loads deferred files, so it is not counted.
    for (let round = 0; round <= PRESSES; round += 1) {
      await before?.(round);
      const ms = await paintedAfter(page, shown, () => act(round));
      if (round > 0) samples.push(ms);
      await after?.();
      await page.waitForTimeout(PAUSE_MS);
    }
    printTiming(timingOf(name, samples, 0), aimMs);
  }
  await page.keyboard.press('Escape');
  await page.waitForTimeout(PAUSE_MS);
};
