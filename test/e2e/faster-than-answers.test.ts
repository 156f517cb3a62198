/**
 * A user who presses the next key before the core has answered the one before: each key acts on what the user
 * meant, and a late answer changes nothing that the user has changed since.
 */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { View } from '#shared/contract/records';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { ownCompanies, submit, submitEdit, type Core } from '../support/outbox-window';
import type { Running } from '../support/processes';
import { spoilAnswers, type SpoiltAnswers } from '../support/spoilt-answers';
import { User } from '../support/user';

const LATE_MS = 400;
/** Longer than all answers that a key asks for one after the other. */
const ANSWERED_MS = 1500;

describe.skipIf(!browserPath)('a user who is faster than the core', () => {
  const desk = makeDesk();
  let app: Running;
  let core: Core;
  let page: Page;
  let answers: SpoiltAnswers;
  const grid = (): Locator => page.getByRole('grid');
  const cell = (row: number): Locator => page.locator(`#c${row}-1`);
  /** Presses the keys one after the other, before late answers arrive. */
  const press = async (...keys: string[]): Promise<void> =>
    answers.during(async () => {
      for (const key of keys) await page.keyboard.press(key);
    });
  const params = (): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(page.url().split('?').at(-1)));
  const allAnswered = () => page.waitForTimeout(ANSWERED_MS);
  /** The ids of the first records of the list. */
  const firstIds = async (resource: 'company' | 'order'): Promise<string[]> =>
    (await core.records.page({ view: { resource }, start: 0, limit: 10 })).rows.map(({ id }) => id);
  const openRow = async (screen: string, row: number): Promise<void> => {
    await goToHash(page, `#/${screen}`);
    await cell(row).click();
    await page.locator('[data-panel-title]').waitFor();
    await allAnswered();
  };

  beforeAll(async () => {
    ({ page, app, core } = await desk.openDemo());
    await core.outbox.pause({ paused: true });
    answers = await spoilAnswers(page);
    await page.goto(app.url);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });
  afterEach(async () => {
    answers.mend();
    await press('Escape', 'Escape');
    await goToHash(page, '#/today');
    await core.travel.unpin({ keys: null });
  });

  it('J pressed three times opens the third record after the open one', async () => {
    const ids = await firstIds('order');
    await openRow('orders', 1);
    answers.late('/records/page', LATE_MS);
    await press('j', 'j', 'j');
    await expect.poll(() => params().open).toBe(`order~${ids[4]}`);
    await allAnswered();
    expect(params().open).toBe(`order~${ids[4]}`);
  });

  it('the outbox shows no other item while the item of a link is being read', async () => {
    const create = (name: string) =>
      submit(core, { kind: 'company', fields: { name, pool_id: '0' }, children: [] });
    const detail = page.locator('[data-outbox-detail]');
    const before = await create('Here before');
    await goToHash(page, `#/outbox?item=${before}`);
    await detail.getByText('Here before').first().waitFor();
    await goToHash(page, '#/today');
    await allAnswered();
    answers.hold();
    const linked = await create('Just saved');
    await goToHash(page, `#/outbox?item=${linked}`);
    await page.locator('[data-row]').getByText('Here before').waitFor();
    expect(await detail.textContent()).toBe('');
    await answers.release();
    await detail.getByText('Just saved').first().waitFor();
    for (const id of [before, linked]) await core.outbox.discard({ id });
  });

  it('a panel that is closed right after J stays closed', async () => {
    await openRow('orders', 1);
    answers.late('/records/page', LATE_MS);
    await press('j', 'Escape');
    await allAnswered();
    expect(params().open).toBeUndefined();
  });

  it('a record that is opened right after J stays open', async () => {
    const ids = await firstIds('order');
    await openRow('orders', 1);
    answers.late('/records/page', LATE_MS);
    await press('j');
    await cell(5).click();
    await allAnswered();
    expect(params().open).toBe(`order~${ids[5]}`);
  });

  it('J right after another sort opens the next record of the new order', async () => {
    await openRow('orders', 1);
    const id = params().open?.split('~')[1] ?? '';
    const view: View = { resource: 'order', sort: [{ field: 'order_no', direction: 'asc' }] };
    const pages = await Promise.all(
      [0, 500, 1000].map((start) => core.records.page({ view, start, limit: 500, columns: [] })),
    );
    const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id));
    answers.late('/records/page', LATE_MS);
    await goToHash(page, `#/orders?open=order~${id}&s=order_no`);
    await press('j');
    await expect.poll(() => params().open).not.toBe(`order~${id}`);
    expect(params().open).toBe(`order~${ids[ids.indexOf(id) + 1]}`);
  });

  it('E right after J edits the record that J opens', async () => {
    const ids = await firstIds('company');
    await openRow('customers', 1);
    answers.late('/records/page', LATE_MS);
    await press('j', 'e');
    await page.getByRole('dialog', { name: 'Edit company' }).waitFor();
    expect(params()).toMatchObject({ open: `company~${ids[2]}`, form: `company~${ids[2]}` });
  });

  it('E before another screen is opened opens no form there', async () => {
    await openRow('customers', 1);
    answers.late('/records/get', LATE_MS);
    await press('e', 'Control+1');
    await allAnswered();
    expect(params().form).toBeUndefined();
  });

  it('keys that are pressed while a form opens do nothing behind it', async () => {
    const ids = await firstIds('company');
    await openRow('customers', 1);
    answers.late('', LATE_MS);
    await press('c', 'n', 's', 'j', 'p');
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
    await allAnswered();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(params().open).toBe(`company~${ids[1]}`);
    expect(await core.travel.pins()).toEqual([]);
  });

  it('while a form opens, the browser keeps its keys back and forward', async () => {
    await openRow('customers', 1);
    answers.late('', LATE_MS);
    let kept: boolean[] = [];
    await answers.during(async () => {
      await press('c', 'n');
      // The browser's own keys do not act in a browser without a window, so the test looks at the events.
      kept = await page.evaluate(async () => {
        const isOpening = (): boolean =>
          location.hash.includes('form=') && document.querySelector('[role="dialog"]') === null;
        while (!isOpening()) await new Promise(requestAnimationFrame);
        return ['ArrowLeft', 'ArrowRight', 'ArrowDown'].map((key) =>
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }),
          ),
        );
      });
    });
    expect(kept).toEqual([true, true, false]);
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
  });

  it('Escape while a form opens closes the form, and nothing else', async () => {
    await openRow('customers', 1);
    answers.late('', LATE_MS);
    await press('c', 'n', 'Escape');
    await allAnswered();
    expect(params().form).toBeUndefined();
    expect(params().open).toBeDefined();
  });

  it('Escape before the "New…" window is gone closes the form', async () => {
    await openRow('customers', 1);
    answers.late('', LATE_MS);
    await press('c');
    await page.getByRole('dialog').waitFor();
    // The window is rendered anew after the first key, and no timer runs before the second.
    await page.evaluate(async () => {
      for (const key of ['n', 'Escape']) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
    });
    await allAnswered();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect([params().form, params().open === undefined]).toEqual([undefined, false]);
  });

  it('a key after Escape is not typed into the form while its draft is being written', async () => {
    const [company] = await ownCompanies(core, 1);
    await goToHash(page, `#/customers?page=company~${company?.id}`);
    await page.getByRole('heading', { level: 1, name: company?.name ?? '' }).waitFor();
    await press('e');
    const form = page.getByRole('dialog', { name: 'Edit company' });
    await form.getByLabel('Remark', { exact: true }).waitFor();
    await allAnswered();
    answers.late('/outbox/saveDraft', LATE_MS);
    await form.getByLabel('Remark', { exact: true }).fill('Wants samples');
    await press('Escape', 's', 'Backspace', 's');
    await form.waitFor({ state: 'detached' });
    await allAnswered();
    const drafts = await core.outbox.drafts();
    expect(drafts.map((draft) => JSON.stringify(draft.form))).toEqual([
      expect.stringContaining('"Wants samples"'),
    ]);
    for (const { id } of drafts) await core.outbox.deleteDraft({ id });
  });

  it('a form that is saved after another screen was opened does not open there again', async () => {
    const [company] = await ownCompanies(core, 1);
    await goToHash(page, `#/customers?page=company~${company?.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press('c', 'n');
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
    await new User(page).untilField('What happened');
    await page.keyboard.type('Wants the new price list');
    answers.late('', LATE_MS);
    await press('Control+Enter', 'Control+1');
    await page.waitForTimeout(2 * ANSWERED_MS);
    answers.mend();
    await page.getByRole('link', { name: /^Customers/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(params().form).toBeUndefined();
    expect(await core.outbox.list({ states: ['queued'] })).toHaveLength(1);
  });

  it('a form that is opened while the one before is being saved stays open', async () => {
    const [company] = await ownCompanies(core, 1);
    await goToHash(page, `#/customers?page=company~${company?.id}`);
    await press('c', 'n');
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
    await new User(page).untilField('What happened');
    await page.keyboard.type('Wants the new price list too');
    answers.late('', LATE_MS);
    await press('Control+Enter', 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('c', 'r');
    await allAnswered();
    await allAnswered();
    expect(params().form).toMatch(/^receipt/);
  });

  it('Shift+Space before the selection is cleared selects nothing', async () => {
    await goToHash(page, '#/orders');
    await cell(0).waitFor();
    await grid().focus();
    await press('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    answers.late('/records/page', LATE_MS);
    await press('Shift+Space');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await allAnswered();
    expect(await page.getByText(/selected/).allInnerTexts()).toEqual([]);
  });

  it('P pressed twice leaves Travel as it was', async () => {
    await openRow('customers', 1);
    answers.late('', LATE_MS);
    await press('p', 'p');
    await allAnswered();
    expect(await core.travel.pins()).toEqual([]);
  });

  it('P before it is known what is in Travel takes the record out if it is there', async () => {
    const [id = ''] = await firstIds('company');
    await core.travel.pin({ pins: [{ kind: 'record', resource: 'company', id }] });
    answers.late('/travel/pins', 3 * LATE_MS);
    await page.reload();
    await goToHash(page, `#/customers?open=company~${id}`);
    await page.locator('[data-panel-title]').waitFor();
    await press('p');
    await expect.poll(() => core.travel.pins()).toEqual([]);
  });

  it('Undo right after a save does not undo the save before', async () => {
    const [one, two] = await ownCompanies(core, 2);
    const before = await core.outbox.list({ states: ['queued'] });
    for (const company of [one, two]) {
      await goToHash(page, `#/customers?page=company~${company?.id}`);
      await page.getByRole('heading', { level: 1, name: company?.name ?? '' }).waitFor();
      await allAnswered();
      if (company === two) answers.late('/outbox/get', 2000);
      await press('s');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Tomorrow/ })
        .waitFor();
      await press('1');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (company === one) await page.getByRole('button', { name: 'Undo' }).waitFor();
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/Undone/).waitFor();
    const items = await core.outbox.list({ states: ['queued'] });
    expect(items).toHaveLength(before.length + 1);
    expect(items.map(({ command }) => command.target)).toContain(one?.id);
  });

  it('Enter pressed twice after a search opens the first match, also below the end of a short list', async () => {
    const view = { resource: 'order' } as const;
    const { rows } = await core.records.page({ view, start: 0, limit: 10, columns: ['order_no'] });
    for (const row of [rows[4], rows[5]]) {
      await goToHash(page, '#/orders?q=');
      await cell(6).click();
      await press('Escape', 'Control+f');
      answers.late('/records/page', LATE_MS);
      await page.keyboard.type(String(row?.values.order_no));
      await press('Enter', 'Enter');
      await expect.poll(() => params().open).toBe(`order~${row?.id}`);
      answers.mend();
      await press('Escape');
    }
  });

  it('Space selects a row that is being read as soon as it is read, also after the next keys', async () => {
    await goToHash(page, '#/orders');
    await cell(6).click();
    await press('Escape');
    const bar = page.getByRole('region', { name: 'Totals and selected rows' });
    answers.late('/records/page', LATE_MS);
    await press('Control+End', 'Space', 'ArrowUp', 'Space');
    await bar.getByText('2 rows selected').waitFor();
    await allAnswered();
    expect(await bar.innerText()).toContain('2 rows selected');
    // The list keeps its place: other tests click its first rows.
    await press('Control+Home');
    await cell(1).waitFor();
  });

  it('Escape after Space on a row that is being read selects nothing', async () => {
    await goToHash(page, '#/quotations');
    await cell(6).click();
    await press('Escape');
    answers.late('/records/page', LATE_MS);
    await press('Control+End', 'Space', 'Escape');
    await allAnswered();
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
  });

  it('the search says that it found nothing only after its answer', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    const saysNone = (): Promise<number> => page.getByText('Nothing found').count();
    answers.hold();
    await page.keyboard.type('lotus');
    await page.waitForTimeout(LATE_MS);
    const saidNone = await saysNone();
    await answers.release();
    await page.getByRole('option').first().waitFor();
    expect(saidNone).toBe(0);
    // A search without an answer has not found nothing.
    answers.refuse('/records/search');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('zzqqxx');
    await page.getByText('Cannot be read now.').waitFor();
    expect(await saysNone()).toBe(0);
    answers.mend();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('zzqqxxy');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
  });

  it('Enter after a search opens nothing if the user goes on meanwhile', async () => {
    await goToHash(page, '#/orders?q=');
    await cell(6).waitFor();
    await press('Control+f');
    answers.late('/records/page', LATE_MS);
    await answers.during(async () => {
      // Not the beginning of a number: the test before may have searched for that, and its answer is kept.
      await page.keyboard.type('Casa');
      await press('Enter', 'Enter', 'ArrowDown');
    });
    await allAnswered();
    expect(params().open).toBeUndefined();
  });

  it('a switch that is pressed twice is where it was, and has the focus', async () => {
    const toggle = page.getByRole('contentinfo').getByRole('switch');
    const pause = page.getByRole('switch', { name: 'Pause sending' });
    await goToHash(page, '#/outbox');
    for (const one of [toggle, pause]) {
      const before = await one.isChecked();
      await one.focus();
      answers.late('', LATE_MS);
      await press('Space');
      await expect.poll(() => one.isChecked()).toBe(!before);
      await press('Space');
      await allAnswered();
      expect(await one.isChecked()).toBe(before);
      expect(await one.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect((await core.sync.state()).demoOffline).toBe(false);
    expect((await core.outbox.summary()).paused).toBe(true);
  });

  it('a switch that another window set meanwhile shows what the core keeps', async () => {
    const pause = page.getByRole('switch', { name: 'Pause sending' });
    await goToHash(page, '#/outbox');
    await core.outbox.pause({ paused: false });
    await expect.poll(() => pause.isChecked()).toBe(false);
    // The states of both choices arrive before the answer to the first one.
    answers.late('/outbox/pause', ANSWERED_MS);
    await pause.focus();
    await press('Space');
    await expect.poll(async () => (await core.outbox.summary()).paused).toBe(true);
    await core.outbox.pause({ paused: false });
    await page.waitForTimeout(ANSWERED_MS);
    await expect.poll(() => pause.isChecked()).toBe(false);
    await core.outbox.pause({ paused: true });
    await expect.poll(() => pause.isChecked()).toBe(true);
  });

  it('a button keeps the focus while its call runs, and is not pressed again', async () => {
    const [company] = await ownCompanies(core, 1);
    await submitEdit(core, 'company', company?.id ?? '', { remark: 'Not sent' });
    await goToHash(page, '#/settings?tab=account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save a copy of the outbox' });
    await save.focus();
    answers.late('/outbox/export', LATE_MS);
    const downloads: string[] = [];
    page.on('download', (download) => void downloads.push(download.suggestedFilename()));
    await press('Enter');
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await press('Enter');
    const hasFocus = () => save.evaluate((button) => button === document.activeElement);
    expect(await hasFocus()).toBe(true);
    await expect.poll(() => downloads.length).toBeGreaterThan(0);
    await allAnswered();
    expect([await hasFocus(), downloads.length]).toEqual([true, 1]);
  });

  it('an export keeps the focus in its dialog when it begins and when it is cancelled', async () => {
    await goToHash(page, '#/orders');
    await cell(1).waitFor();
    await press('Control+e');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    const start = dialog.getByRole('button', { name: 'Export', exact: true });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Export');
    answers.late('', LATE_MS);
    await press('Enter');
    await start.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Cancel');
    await press('Enter');
    await start.waitFor();
    await expect.poll(focused).toBe('Cancel');
  });

  it('a receipt that is saved right after its currency was chosen has the rates of the currency', async () => {
    const rates: unknown[] = [];
    for (const lateMs of [0, LATE_MS]) {
      const before = new Set((await core.outbox.list({ states: ['queued'] })).map(({ id }) => id));
      await press('c', 'r');
      const form = page.getByRole('dialog', { name: 'New receipt' });
      await form.getByLabel('Amount paid').fill('100');
      await form.getByRole('combobox', { name: 'Currency' }).click();
      await page.keyboard.type('USD');
      await page.getByRole('option', { name: /^USD/ }).waitFor();
      if (lateMs > 0) answers.late('/records/page', lateMs);
      await press('Enter');
      if (lateMs === 0) await page.waitForTimeout(ANSWERED_MS);
      await press('Control+Enter');
      await form.waitFor({ state: 'detached' });
      answers.mend();
      const saved = (await core.outbox.list({ states: ['queued'] })).find(({ id }) => !before.has(id));
      rates.push(saved?.command.fields.exchange_rate);
    }
    expect(rates[0]).toBeDefined();
    expect(rates[1]).toBe(rates[0]);
  });

  it('the plan of a company stays open when that of another is saved late', async () => {
    const [one, two] = await ownCompanies(core, 2);
    await goToHash(page, `#/customers?page=company~${one?.id}`);
    await page.getByRole('heading', { level: 1, name: one?.name ?? '' }).waitFor();
    const plan = page.getByRole('dialog');
    await press('s');
    await plan.getByRole('button', { name: /Tomorrow/ }).waitFor();
    answers.late('', LATE_MS);
    await press('1', 'Escape');
    await plan.waitFor({ state: 'detached' });
    await goToHash(page, `#/customers?page=company~${two?.id}`);
    await press('s');
    await plan.waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await plan.count()).toBe(1);
  });

  it('the menu of a row selects its record, also if another record came before it', async () => {
    await goToHash(page, '#/customers?q=&s=-update_time');
    await page.locator('#c2-0').waitFor();
    await allAnswered();
    const title = await page.locator('#c2-0').innerText();
    await page.locator('#c2-0').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Select/ }).waitFor();
    const first = await page.locator('#c0-0').innerText();
    await submit(core, { kind: 'company', fields: { name: 'Aaa Newest', pool_id: '0' } });
    await expect.poll(() => page.locator('#c0-0').innerText()).not.toBe(first);
    await page.getByRole('menuitem', { name: /^Select/ }).click();
    await expect.poll(() => page.locator('[role=row][aria-selected=true]').innerText()).toContain(title);
  });
});
