/**
 * What the walks through the jobs share: the window and the core, the texts in the app's language, the common
 * steps, and the records that the jobs use.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import type { AllMessages } from './catalogues';
import { until, type Core } from './outbox-window';
import { User } from './user';

export const SOON = { timeout: 20_000 };

/** Inserts values into a text of the catalogue. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name]));
/** The part of a text before its first value. */
export const beginningOf = (text: string): string => text.split('{{')[0] ?? '';
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A pattern that matches each of these texts. */
export const anyOf = (texts: Readonly<Record<string, string>>): string =>
  Object.values(texts).map(literal).join('|');

export interface Customer {
  id: string;
  name: string;
  tel: string;
}

/** The app on the demo after its first copy, in whatever window it runs. */
export interface Workplace {
  page: Page;
  core: Core;
  words: AllMessages;
  /** The problems on the page. */
  problems: readonly string[];
  /** The text on the clipboard. */
  copied(): Promise<string>;
  /** Calls `press`, and resolves with the path of the file that the app then saves. */
  savedBy(press: () => Promise<void>): Promise<string>;
  /** What the page says about such a file: only the desktop app learns that it was saved. */
  fileOutcome: 'saved' | 'started';
}

export class Walk {
  readonly place: Workplace;
  readonly page: Page;
  readonly core: Core;
  readonly words: AllMessages;
  readonly customer: Customer;
  readonly user: User;

  constructor(place: Workplace, customer: Customer) {
    this.place = place;
    this.page = place.page;
    this.core = place.core;
    this.words = place.words;
    this.customer = customer;
    this.user = new User(place.page);
  }

  status(): Locator {
    return this.page.locator(`[aria-label="${this.words.status.bar}"]`).first();
  }
  async statusSays(text: string): Promise<void> {
    await expect.poll(() => this.status().textContent(), SOON).toContain(text);
  }
  sheet(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }
  async gone(): Promise<void> {
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  async openFromPalette(text: string): Promise<void> {
    await this.user.press('Control+k');
    await this.user.untilField(this.words.palette.placeholder);
    await this.user.type(text);
    await this.user.press('Enter');
  }
  async openCustomer(): Promise<void> {
    await this.openFromPalette(this.customer.name);
    await this.page.getByRole('heading', { name: this.customer.name, level: 1 }).waitFor();
  }
  /** Starts a new record: `C`, then the letter of its kind. */
  async begin(letter: string): Promise<void> {
    await this.user.press('c');
    await this.sheet(this.words.form.newTitle).waitFor();
    await this.user.press(letter);
  }
  async save(): Promise<void> {
    await this.user.press('Control+Enter');
    await this.gone();
  }
  /** Waits until everything is delivered, and returns the newest item of the kind. */
  async delivered(kind: IntentKind) {
    const { outbox } = this.core;
    await until(
      async () =>
        (await outbox.list({ states: ['queued', 'sending', 'uncertain', 'rejected'] })).length === 0,
    );
    await this.statusSays(this.words.outbox.badge.nothing);
    return (await outbox.list({ states: ['applied'] }))
      .filter((item) => item.kind === kind)
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .at(-1);
  }
  /** Every job starts on Today, with nothing open and without focus. */
  async beginOnToday(): Promise<void> {
    await this.page.evaluate(() => {
      window.location.hash = '#/today';
    });
    const { morning, afternoon, evening } = this.words.today;
    const greeting = new RegExp(anyOf({ morning, afternoon, evening }));
    await this.page.getByRole('heading', { name: greeting }).waitFor();
    await this.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    this.user.begin();
  }
}

/**
 * A company with a Chinese name, a telephone, an activity, an order and a quotation. A search for two
 * characters of its name finds it first.
 */
export const findCustomer = async (core: Core): Promise<Customer> => {
  const { rows } = await core.records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
  for (const { id, values } of rows) {
    const name = String(values.name);
    if (!/^[\u4E00-\u9FFF]{6,}$/.test(name)) continue;
    const text = name.slice(2, 4);
    const [first] = await core.records.search({ text, resources: ['company', 'lead'], limit: 1 });
    const { kinds } = await core.timeline.figures({ resource: 'company', id });
    const has = (kind: string): boolean => kinds.some((entry) => entry.kind === kind && entry.count > 0);
    if (first?.id !== id || !['trail', 'order', 'quotation'].every(has)) continue;
    await core.sync.fetchDetail({ resource: 'company', id });
    const contacts = (await core.records.get({ resource: 'company', id }))?.values.customers as
      | { tel?: string }[]
      | undefined;
    const tel = contacts?.find((contact) => contact.tel)?.tel;
    if (tel) return { id, name, tel };
  }
  throw new Error('the demo has no such customer');
};

/** The number of an order without an invoice whose lines are in the cache. */
export const untouchedOrder = async (core: Core): Promise<string> => {
  const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 40 });
  for (const { id, values } of rows) {
    const related = await core.records.related({ resource: 'order', id });
    if (related.some(({ resource }) => resource === 'outboundInvoice')) continue;
    await core.sync.fetchDetail({ resource: 'order', id });
    const lines = (await core.records.get({ resource: 'order', id }))?.values.product_list;
    if (Array.isArray(lines) && lines.length > 0) return String(values.order_no);
  }
  throw new Error('every order has an invoice');
};
