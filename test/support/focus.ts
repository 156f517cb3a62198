/** Waits for the focus of a window, which a form or a dialog sets a moment after it is shown. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The delay after which a form that opens sets the focus again (`sheet-focus.ts`). */
const FIRST_FOCUS_MS = 160;

/** Waits until the element has the focus, as a user looks before typing or pressing Enter. */
export const expectFocused = (what: Locator): Promise<void> =>
  expect
    .poll(() => what.evaluate((element) => element === document.activeElement), {
      timeout: 20_000,
      message: `focus on ${String(what)}`,
    })
    .toBe(true);

/**
 * Waits until a form that has just opened no longer moves the focus into its fields. This is a timer of the page, so it
 * ends after that of the form, however busy the machine is.
 */
export const afterFirstFocus = (page: Page): Promise<void> =>
  page.evaluate(
    (delayMs) =>
      new Promise<void>((done) => {
        setTimeout(done, delayMs);
      }),
    FIRST_FOCUS_MS,
  );
