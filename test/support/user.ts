/**
 * A user of the window, with one mouse and one keyboard. Every click, every key that is not text, and every
 * typed text is counted as in `docs/ux.md`. Text is typed where the focus is, never into a field that the
 * program looks up.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';

export interface Effort {
  clicks: number;
  keys: number;
  texts: number;
}

const DOCUMENT = fileURLToPath(new URL('../../docs/ux.md', import.meta.url));
const ROW = /^\| (\d+) \|[^|]+\| (\d+) \| (\d+) \| (\d+) \|/gm;

/** How long a field keeps the focus until a user types. */
const KEEPS_FOCUS_MS = 150;

/** Returns true if this field has the focus. Runs in the page. */
const hasFocus = (wanted: string): boolean => {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return (
    [...(field.labels ?? [])].some(({ textContent }) => textContent.replace('*', '').trim() === wanted) ||
    field.getAttribute('aria-label') === wanted ||
    field.placeholder === wanted
  );
};

/** The effort of each job according to `docs/ux.md`, by its number. */
export const statedEfforts = (): ReadonlyMap<number, Effort> =>
  new Map(
    [...readFileSync(DOCUMENT, 'utf8').matchAll(ROW)].map(([, job, clicks, keys, texts]) => [
      Number(job),
      { clicks: Number(clicks), keys: Number(keys), texts: Number(texts) },
    ]),
  );

export class User {
  readonly page: Page;
  #effort: Effort = { clicks: 0, keys: 0, texts: 0 };

  constructor(page: Page) {
    this.page = page;
  }

  get effort(): Effort {
    return { ...this.#effort };
  }
  begin(): void {
    this.#effort = { clicks: 0, keys: 0, texts: 0 };
  }

  async click(what: Locator): Promise<void> {
    this.#effort.clicks += 1;
    await what.click();
  }

  /** Presses keys or chords, one after the other. */
  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.#effort.keys += 1;
      await this.page.keyboard.press(chord);
    }
  }

  /** Throws if no field has the focus, because the typed text would be lost. */
  async type(text: string): Promise<void> {
    this.#effort.texts += 1;
    const place = await this.page.evaluate(() =>
      document.activeElement?.matches('input, textarea')
        ? ''
        : `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 40)}`,
    );
    if (place !== '') throw new Error(`"${text}" was typed while the focus was on ${place}`);
    await this.page.keyboard.type(text);
  }

  /**
   * Waits until this field has the focus and keeps it, as a user looks before typing; fails if it does not get it in
   * time. A form that opens sets the focus twice, some milliseconds apart or more on a busy machine.
   */
  async untilField(name: string): Promise<void> {
    do {
      await this.page.waitForFunction(hasFocus, name);
      await this.page.waitForTimeout(KEEPS_FOCUS_MS);
    } while (!(await this.page.evaluate(hasFocus, name)));
  }
}
