/** While the first copy is not complete, what is missing here may still be in the CRM. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

const KINDS = ['trail', 'order', 'quotation', 'outboundInvoice', 'receipt'] as const;
let timeline: object[] = [];
/** How the reading of the timeline stands. */
let reading: object = {};
let figures: object[] = [];
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'customers' as const, params: { who: 'all', q: 'acme' } }),
}));
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.mock('../../../src/renderer/features/customers/customer-queries', () => ({
  useFigures: () => ({ data: { kinds: figures, people: [], pending: 0 } }),
  useTimeline: () => ({
    data: { pages: [{ entries: timeline, next: null }] },
    hasNextPage: false,
    ...reading,
  }),
}));

const draw = async (file: string, name: string, properties: object): Promise<string> => {
  windowOver(
    {
      records: {
        columns: () => [{ key: 'order_no', kind: 'text', sort: 'text' }],
        page: () => ({ total: 0, start: 0, rows: [] }),
        totals: () => ({ fields: [] }),
        facets: () => [{ value: '1', label: 'Open', count: 1 }],
        lookup: () => [],
      },
      accounts: { state: () => ({ settings: {}, account: { id: 'a', selfUserId: '1' } }) },
      travel: { pins: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties);
};
const SUBJECT = { subject: { resource: 'company', id: '1' }, createdAt: '' };
const ENTRY = {
  key: 'trail 1',
  kind: 'trail',
  resource: 'trail',
  id: '1',
  time: '2026-11-25 09:00:00',
  values: {},
  intents: [],
  needsUser: false,
};

const copied = (completeAsOf: string | null): void => {
  const state = completeAsOf === null ? 'loading' : 'complete';
  told.state = { resources: KINDS.map((resource) => ({ resource, state, completeAsOf })) };
};

it.each([
  [
    'today/today-documents',
    'TodayDocuments',
    { resource: 'order', title: 'T', owners: [], limit: 6, none: 'NO ORDERS' },
    'NO ORDERS',
    [],
  ],
  ['today/today-trail', 'TodayTrail', { person: null }, 'today.noTrail<', []],
  [
    'customers/customer-documents',
    'CustomerDocuments',
    { kind: 'order', companyId: '1', name: 'Acme' },
    'customer.documents.none<',
    [],
  ],
  ['customers/customer-glance', 'CustomerGlance', SUBJECT, 'customer.never', []],
  ['customers/customer-timeline', 'CustomerTimeline', SUBJECT, 'customer.nothing<', []],
  ['customers/customer-timeline', 'CustomerTimeline', SUBJECT, 'customer.begins<', [ENTRY]],
  ['panel/panel-trail', 'Timeline', { rows: [], onOpen: () => undefined }, 'panel.noTrail<', []],
  [
    'panel/panel-related',
    'PanelRelated',
    { record: { resource: 'order' }, groups: [] },
    'panel.noRelated<',
    [],
  ],
])('%s: %s', async (file, name, properties, none, entries) => {
  timeline = entries;
  copied(null);
  expect(await draw(file, name, properties)).not.toContain(none);
  copied('2026-11-25 09:00:00');
  expect(await draw(file, name, properties)).toContain(none);
});

it.each(['company', 'lead'])('the counts of a %s are not called 0 or complete', async (resource) => {
  const counted = (count: number) => {
    figures = KINDS.map((kind) => ({ kind, count, sums: [], latest: null }));
    onTestFinished(() => void (figures = []));
    return draw('customers/customer-glance', 'CustomerGlance', { subject: { resource, id: '1' } });
  };
  copied(null);
  expect(await counted(0)).not.toContain('>0<');
  expect(await counted(0)).toContain('money.unknown');
  expect(await counted(3)).toContain('money.incomplete');
  copied('2026-11-25 09:00:00');
  expect(await counted(0)).toContain('>0<');
  expect(await counted(3)).not.toContain('money.incomplete');
});

it('says that more of a timeline cannot be read, in place of a skeleton without end', async () => {
  timeline = [ENTRY];
  const drawn = () => draw('customers/customer-timeline', 'CustomerTimeline', SUBJECT);
  reading = { hasNextPage: true };
  expect(await drawn()).toContain('customer.loadingMore');
  reading = { hasNextPage: true, isFetchNextPageError: true };
  const html = await drawn();
  expect(html).toContain('common.notRead');
  expect(html).not.toContain('customer.loadingMore');
});

const copiedAs = (states: Record<string, string>): void => {
  const resources = Object.entries(states).map(([resource, state]) => ({
    resource,
    state,
    completeAsOf: state === 'complete' ? '2026-11-25 09:00:00' : null,
  }));
  told.state = { resources };
};

it.each([
  ['loading', 'list.notAllHere'],
  ['no-permission', 'list.noPermission'],
  ['left-out', 'list.leftOut'],
  ['complete', 'list.noMatchHint'],
])('a search in a list that is %s says what it cannot know', async (state, text) => {
  copiedAs({ company: state });
  const html = await draw('lists/records-screen', 'RecordsScreen', { resource: 'company' });
  expect(html).toContain(text);
  expect(html.includes('list.noMatchHint')).toBe(state === 'complete');
});

it('the related records of a customer name the kinds that are not here', async () => {
  const related = (groups: object[]) =>
    draw('panel/panel-related', 'PanelRelated', {
      record: { resource: 'company', id: '1', values: {} },
      groups,
    });
  const group = { resource: 'receipt', total: 1, rows: [{ id: '1', values: {} }] };
  copiedAs({ company: 'complete', order: 'left-out', quotation: 'no-permission', collection: 'not-offered' });
  for (const html of [await related([]), await related([group])]) {
    expect(html).toContain('customer.notInStory');
    expect(html).not.toContain('panel.noRelated<');
  }
  copiedAs({ company: 'complete', order: 'complete', collection: 'not-offered' });
  expect(await related([])).toContain('panel.noRelated<');
  expect(await related([group])).not.toContain('customer.notInStory');
});

it.each([
  ['lead', {}, 'offered', false],
  ['lead', {}, 'held', true],
  ['company', {}, 'none', false],
  ['company', { owner: [] }, 'offered', true],
])('a %s with %j and its details %s has no owner: %s', async (resource, values, detailState, isKnown) => {
  const record = { resource, id: '1', title: 'Acme', values, columns: [], detailState, detailAt: null };
  const html = await draw('customers/customer-head', 'CustomerHead', { record });
  expect(html.includes('customer.noOwner')).toBe(isKnown);
});

it.each([
  [{ company: 'loading', user: 'loading' }, false, 'list.notAllHere'],
  [{ company: 'loading', lead: 'loading', order: 'loading', trail: 'loading' }, false, 'palette.notAllHere'],
  [{ company: 'complete', order: 'left-out', lead: 'no-permission' }, true, 'customer.notInStory'],
  [{ company: 'complete', order: 'left-out' }, false, null],
  [{ company: 'complete', product: 'not-offered', user: 'loading' }, true, null],
])('the search of everything says what may be missing: %j', async (states, foundNone, text) => {
  copiedAs(states);
  const html = await draw('palette/palette-note', 'PaletteNote', { foundNone });
  expect(html.match(/(?:list|palette|customer)\.\w+/)?.[0] ?? null).toBe(text);
});

it.each([
  ['loading', 'list.notAllHere'],
  ['no-permission', 'customer.notInStory'],
  ['complete', null],
])('a form that finds no company says what may be missing: %s', async (state, text) => {
  copiedAs({ company: state });
  const html = await draw('../forms/fields/no-company-found', 'NoCompanyFound', {});
  expect(html).toContain('form.nothingFound');
  expect(html.match(/(?:list|customer)\.\w+/)?.[0] ?? null).toBe(text);
});
