/**
 * A user at the window, with one mouse and one keyboard. Every click, every key that is not text, and every
 * text typed is counted as `docs/ux.md` counts them; text goes where the focus is, never into a field found
 * by the program.
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

/** What each job takes according to `docs/ux.md`, by the job's number. */
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

  /** Keys or chords, one after the other. */
  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.#effort.keys += 1;
      await this.page.keyboard.press(chord);
    }
  }

  /** Throws where no field has the focus: what is typed into nothing is lost. */
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

  /** Waits until a field has the focus, as one looks before typing; without one in time it fails. */
  async untilField(name: string): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
      return (
        [...(field.labels ?? [])].some(({ textContent }) => textContent.replace('*', '').trim() === wanted) ||
        field.getAttribute('aria-label') === wanted ||
        field.placeholder === wanted
      );
    }, name);
  }
}
