/**
 * The jobs of docs/ux.md. Each starts on Today and uses only mouse and keyboard, as a rep does. The table in
 * the document states the number of clicks, keys and texts, and a walk with other numbers fails. The walks
 * find elements by the texts of the catalogue in the app's language.
 */
import { readFileSync } from 'node:fs';
import { localToServer } from '../../src/shared/domain/time';
import { planned } from '../../src/renderer/navigation/plan-state';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFocused } from './focus';
import { inState, submit } from './outbox-window';
import { statedEfforts } from './user';
import {
  anyOf,
  beginningOf,
  fill,
  findCustomer,
  literal,
  SOON,
  untouchedOrder,
  Walk,
  type Workplace,
} from './walk';

const VISIT = '看了第二条生产线，三月投产。 Wants a quotation for 2 × 40HQ.';
const COMPANY = 'Nordlicht Messebau 北光展览';
const CONTACT = { name: 'Anna Brandt', email: 'anna@nordlicht.example', tel: '151 2345 678' };
const REMARK = 'Asked for the catalogue in Portuguese';
const AGREED = '样品已确认，下周回访。 Samples approved.';
const OVER = 50_000;

type Job = (walk: Walk) => Promise<void>;

const copyTelephone: Job = async (walk) => {
  const { page, user, words, customer } = walk;
  await walk.openFromPalette(customer.name.slice(2, 4));
  await page.getByRole('heading', { name: customer.name, level: 1 }).waitFor();
  const copy = `^${literal(beginningOf(words.common.copyOf))}.*${literal(customer.tel)}$`;
  await user.click(page.getByRole('button', { name: new RegExp(copy) }).first());
  await expect.poll(() => walk.place.copied(), SOON).toContain(customer.tel);
};

const seeStory: Job = async (walk) => {
  const { page, user, words, customer } = walk;
  const { order, quotation } = words.resourceOne;
  await walk.openFromPalette(customer.name);
  const story = page.getByRole('tabpanel');
  await story
    .getByText(new RegExp(`^${order} SO`))
    .first()
    .waitFor();
  for (const kind of [`^${quotation} QT`, anyOf(words.enum.trailType)])
    expect(await story.getByText(new RegExp(kind)).count()).toBeGreaterThan(0);
  await user.click(page.getByRole('tab', { name: words.customer.tab.order }));
  await page.getByRole('tabpanel', { name: words.customer.tab.order }).getByText(/SO\d+/).first().waitFor();
};

const logVisitOffline: Job = async (walk) => {
  const { page, core, user, words, customer } = walk;
  await core.accounts.setDemoOffline({ offline: true });
  await walk.statusSays(beginningOf(words.status.demoOffline));
  user.begin();
  await walk.openCustomer();
  await walk.begin('n');
  await user.untilField(words.form.field.trailNote.content);
  await user.type(VISIT);
  const sheet = walk.sheet(words.form.new.trailNote);
  await user.click(sheet.getByText(words.enum.trailType[107], { exact: true }));
  await walk.save();
  await page.getByRole('tabpanel').getByText(VISIT).waitFor();
  await walk.statusSays(fill(words.outbox.badge.waiting_one, { count: 1 }));
  await core.accounts.setDemoOffline({ offline: false });
  expect((await walk.delivered('trailNote'))?.command.fields).toMatchObject({
    content: VISIT,
    company_id: customer.id,
    remark_type: 107,
  });
};

const enterCompany: Job = async (walk) => {
  const { core, user, words } = walk;
  const { field } = words.form;
  await walk.begin('c');
  await user.untilField(field.company.name);
  await user.type(COMPANY);
  const contact = walk.sheet(words.form.new.company).getByRole('group').first();
  await user.click(contact.getByLabel(field.contact.name));
  await user.type(CONTACT.name);
  await user.press('Tab');
  await user.type(CONTACT.email);
  await user.press('Tab', 'Tab');
  await user.type(CONTACT.tel);
  await walk.save();
  await walk.delivered('company');
  const [made] = await core.records.search({
    text: 'Nordlicht Messebau',
    resources: ['company'],
    limit: 1,
  });
  const record = { resource: 'company' as const, id: made?.id ?? '' };
  await core.sync.fetchDetail(record);
  expect((await core.records.get(record))?.values).toMatchObject({ name: COMPANY, customers: [CONTACT] });
};

const changeLead: Job = async (walk) => {
  const { page, core, user, words } = walk;
  const { field } = words.form;
  const { rows } = await core.records.page({ view: { resource: 'lead' }, start: 3, limit: 1 });
  const lead = { resource: 'lead' as const, id: rows[0]?.id ?? '' };
  await walk.openFromPalette(String(rows[0]?.values.serial_id));
  await page.getByRole('region', { name: words.customer.glance }).waitFor();
  await user.press('e');
  await user.untilField(field.lead.name);
  await user.click(walk.sheet(words.form.edit.lead).getByLabel(field.any.remark).first());
  await user.type(REMARK);
  await walk.save();
  await walk.delivered('lead');
  await core.sync.fetchDetail(lead);
  expect((await core.records.get(lead))?.values.remark).toContain(REMARK);
};

const registerReceipt: Job = async (walk) => {
  const { user, words, customer } = walk;
  await walk.openCustomer();
  await walk.begin('r');
  await user.untilField(words.form.field.receipt.amount);
  await user.type('1,250.50');
  await walk.save();
  expect((await walk.delivered('receipt'))?.command.fields).toMatchObject({
    amount: '1250.50',
    company_id: customer.id,
  });
};

const invoiceOrder: Job = async (walk) => {
  const { page, core, words } = walk;
  await walk.openFromPalette(await untouchedOrder(core));
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
  await walk.begin('i');
  const quantities = walk
    .sheet(words.form.new.outboundInvoice)
    .getByLabel(words.form.field.line.outbound_count);
  await quantities.first().waitFor();
  const lines = await quantities.count();
  await walk.save();
  expect((await walk.delivered('outboundInvoice'))?.command.children.length).toBe(lines);
};

/** Filters the orders of last month above the amount in the list. */
const filterOrders: Job = async ({ page, user, words }) => {
  const { amount_usd: amount, account_date: date } = words.field.order;
  await user.press('Control+5');
  await page.getByRole('grid').getByRole('row').nth(4).waitFor();
  const filter = page.getByRole('button', { name: words.list.filter, exact: true });
  await user.click(filter);
  await user.untilField(words.listTools.findField);
  // Typed as users do: without capitals, and not the whole name.
  await user.type(amount.toLowerCase().slice(0, -1));
  await user.press('Enter');
  await user.untilField(words.listTools.from);
  await user.type(String(OVER));
  await user.press('Enter');
  await page.getByText(fill(words.list.chipFrom, { from: OVER.toLocaleString('en') })).waitFor();
  await expectFocused(filter);
  await user.press('Enter');
  await user.untilField(words.listTools.findField);
  await user.type(date.toLowerCase());
  await user.press('Enter');
  await user.click(page.getByRole('button', { name: words.list.preset.lastMonth }));
};

const exportOrders: Job = async (walk) => {
  const { page, core, user, words } = walk;
  await filterOrders(walk);
  await user.press('Control+e');
  const dialog = walk.sheet(fill(words.export.title, { what: words.resource.order }));
  await expectFocused(dialog.getByRole('button', { name: words.export.start, exact: true }));
  const file = await walk.place.savedBy(() => user.press('Enter'));
  await dialog.getByText(beginningOf(words.savedFile[walk.place.fileOutcome])).waitFor();
  const [{ data: [head = [], ...rows] } = { data: [] }] = await readWorkbook(readFileSync(file));
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
  expect(rows.length).toBeGreaterThan(0);
  for (const amount of column(words.field.order.amount_usd)) expect(amount).toBeGreaterThanOrEqual(OVER);
  const days = column(words.field.order.account_date);
  const monthOf = (day: unknown): string =>
    day instanceof Date ? day.toISOString().slice(0, 7) : String(day);
  const { serverOffsetMs } = await core.diagnostics.get();
  const now = new Date(Date.now() + (serverOffsetMs ?? 0));
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  expect([...new Set(days.map(monthOf))]).toEqual([monthOf(lastMonth)]);
  await page.keyboard.press('Escape');
};

const correctReceipt: Job = async (walk) => {
  const { page, core, user, words, customer } = walk;
  const self = (await core.accounts.state()).account?.selfUserId ?? '1';
  const id = await submit(core, {
    kind: 'receipt',
    fields: { amount: '640.50', currency: 'USD', company_id: '4711004711', handler: [self] },
  });
  await inState(core, id, 'rejected');
  const messages = page.getByRole('region', { name: words.outbox.notice.region });
  await user.click(messages.getByRole('button', { name: words.outbox.act.openItem }));
  await user.click(page.getByRole('article').getByRole('button', { name: words.outbox.act.edit }));
  const company = words.form.field.any.company_id;
  await user.click(walk.sheet(words.form.edit.receipt).getByRole('combobox', { name: company }));
  await user.press('ControlOrMeta+a');
  await user.type(customer.name);
  await page.getByRole('option', { name: customer.name }).waitFor();
  await user.press('Enter', 'Control+Enter');
  await walk.gone();
  expect(await walk.delivered('receipt')).toMatchObject({
    id,
    state: 'applied',
    command: { fields: { amount: '640.50', company_id: customer.id } },
  });
};

const printOrder: Job = async (walk) => {
  const { page, core, user, words } = walk;
  const { rows } = await core.records.page({ view: { resource: 'order' }, start: 2, limit: 1 });
  const number = String(rows[0]?.values.order_no);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.title;
    };
  });
  await walk.openFromPalette(number);
  await page.getByRole('complementary').getByRole('heading', { name: number }).waitFor();
  await user.press('Control+p');
  const preview = page.getByRole('dialog', { name: words.document.preview });
  await preview.getByRole('article').getByText(number).first().waitFor();
  await user.press('Enter');
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed ?? ''), SOON).toContain(number);
  await page.keyboard.press('Escape');
};

const snoozeFollowUp: Job = async (walk) => {
  const { page, core, user, words } = walk;
  const followUps = page.getByRole('region', { name: words.today.followUps, exact: true });
  const first = followUps.getByRole('listitem').first();
  const id = (await first.getAttribute('data-follow-up')) ?? '';
  await user.press('s');
  await page.getByRole('dialog').getByRole('button', { name: words.form.plan.tomorrow }).waitFor();
  await user.press('1');
  await walk.gone();
  const sent = await walk.delivered('company');
  const { serverOffsetMs } = await core.diagnostics.get();
  expect(sent?.command).toMatchObject({
    target: id,
    fields: { next_follow_up_time: localToServer(planned('tomorrow', new Date()), serverOffsetMs) },
  });
};

const planNextStep: Job = async (walk) => {
  const { core, user, words, customer } = walk;
  await walk.openCustomer();
  await walk.begin('n');
  await user.untilField(words.form.field.trailNote.content);
  await user.type(AGREED);
  const sheet = walk.sheet(words.form.new.trailNote);
  await user.click(sheet.getByRole('button', { name: words.form.plan.week, exact: true }));
  await walk.save();
  expect((await walk.delivered('trailNote'))?.command.fields).toMatchObject({
    content: AGREED,
    company_id: customer.id,
  });
  const { serverOffsetMs } = await core.diagnostics.get();
  const planning = await walk.delivered('company');
  expect(planning?.command).toMatchObject({
    target: customer.id,
    fields: { next_follow_up_time: localToServer(planned('week', new Date()), serverOffsetMs) },
  });
};

const takeAlong: Job = async (walk) => {
  const { page, core, user, words, customer } = walk;
  await walk.openCustomer();
  await user.press('p');
  await user.click(page.getByRole('button', { name: words.travel.open }));
  await page.getByText(new RegExp(`^${literal(beginningOf(words.travel.ready))}`)).waitFor(SOON);
  expect(await core.travel.pins()).toEqual([`company~${customer.id}`]);
  await core.travel.unpin({ keys: null });
};

const seeMoney: Job = async (walk) => {
  const { page, words } = walk;
  await walk.openCustomer();
  const money = page.getByRole('region', { name: words.money.title });
  await money.getByRole('columnheader', { name: words.money.owed }).waitFor();
};

const findByInitials: Job = async (walk) => {
  await walk.openFromPalette('dsjck');
  await walk.page.getByRole('heading', { name: /东升进出口/, level: 1 }).waitFor();
};

const addUpThree: Job = async (walk) => {
  const { page, user, words } = walk;
  await user.press('Control+6');
  await page.locator('#c2-0').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), SOON)
    .toBe('grid');
  await user.press('Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space');
  const footer = page.getByRole('region', { name: words.lists.footer });
  await footer.getByText(fill(words.lists.selected_other, { formatted: '3' })).waitFor();
  await footer
    .getByText(/\d[.,]\d\d/)
    .first()
    .waitFor();
};

const JOBS: readonly [string, Job][] = [
  ['finds a customer by two characters and copies its telephone', copyTelephone],
  ['sees a customer’s whole story, then its orders alone', seeStory],
  ['logs a visit with the network off', logVisitOffline],
  ['enters a company with a contact', enterCompany],
  ['changes a field of a lead', changeLead],
  ['registers a receipt', registerReceipt],
  ['invoices what an order has left', invoiceOrder],
  ['finds last month’s orders over an amount and saves them for Excel', exportOrders],
  ['hears of a refused receipt, corrects it and sees it delivered', correctReceipt],
  ['prints an order', printOrder],
  ['puts the most overdue follow-up off until tomorrow', snoozeFollowUp],
  ['notes what was agreed, and plans the next step', planNextStep],
  ['takes a customer along on a journey, and sees that it is ready', takeAlong],
  ['sees what a customer owes, and since when', seeMoney],
  ['finds a customer by the initials of its name in pinyin', findByInitials],
  ['adds up three quotations', addUpThree],
];

/** Defines the tests; `open` is called once, before the first test. */
export const walkTenJobs = (open: () => Promise<Workplace>): void => {
  let walk: Walk;
  const stated = statedEfforts();
  beforeAll(async () => {
    const place = await open();
    const { page, core, words } = place;
    await page.getByText(beginningOf(words.status.fresh)).first().waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: words.guide.close }).click();
    walk = new Walk(place, await findCustomer(core));
  });

  describe('takes as many clicks and keys as docs/ux.md says', () => {
    beforeEach(() => walk.beginOnToday());
    for (const [at, [title, job]] of JOBS.entries())
      it(`${at + 1} ${title}`, async () => {
        await job(walk);
        expect(walk.user.effort, `docs/ux.md, job ${at + 1}`).toEqual(stated.get(at + 1));
      });
  });

  it('reported no error, and stands in the document job by job', () => {
    expect(walk.place.problems).toEqual([]);
    expect([...stated.keys()]).toEqual(JOBS.map((_job, at) => at + 1));
  });
};
