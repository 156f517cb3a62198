/** Sentences and lists in Chinese have Chinese punctuation and no spaces between them. */
import type { FunctionComponent } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.mock('../../../src/renderer/features/customers/customer-queries', () => ({
  useFigures: () => ({ data: { kinds: [], people: [], pending: 0 } }),
  useTimeline: () => ({
    data: { pages: [{ entries: [{ ...ENTRY, time: '2026-11-25 09:00:00' }], next: null }] },
    hasNextPage: false,
  }),
}));
const ENTRY = { key: 'trail 1', kind: 'trail', resource: 'trail', id: '1', values: {}, intents: [] };
const FIGURES = ['Ann', 'Ben'].map((name, at) => ({
  userId: name,
  name,
  counts: { customer_remark_count: at + 1 },
}));
const ITEM = {
  id: 'i1',
  kind: 'company',
  state: 'queued',
  command: { kind: 'company', target: null, fields: { name: 'Acme' }, children: [] },
  base: null,
  reason: null,
  party: null,
  notes: [],
  conflicts: [],
  candidates: [],
  waitsFor: [],
  dependants: [],
  predecessor: null,
  waits: 'later',
  notBefore: Date.now() + 3_600_000,
  createdAt: 0,
  updatedAt: 0,
  title: 'Acme',
  number: null,
};

beforeEach(async () => {
  const { usePreferences } = await import('../../../src/renderer/client/preferences');
  // Without a browser, screens are drawn with the initial state.
  usePreferences.getInitialState().language = 'zh-CN';
});

// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'activity' as const, params: {} }),
}));

const draw = async (file: string, name: string, properties: object): Promise<string> => {
  windowOver(
    {
      outbox: { get: () => ({ intent: ITEM, ledger: [], payload: null }) },
      accounts: { state: () => ({ account: null, settings: {}, accounts: [], notices: [] }) },
      activity: { get: () => ({ asOf: 1, rows: FIGURES, missing: [], state: 'held', error: null }) },
      records: { page: () => ({ total: 0, start: 0, rows: [] }), lookup: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties);
};

it('in the notes below a table of money', async () => {
  const html = await draw('records/money-table', 'MoneyTable', {
    currencies: [],
    unknown: {},
    notes: ['甲。', '乙。'],
  });
  expect(html).toContain('甲。乙。');
});

it('at the beginning of a timeline', async () => {
  told.state = { resources: [] };
  const html = await draw('features/customers/customer-timeline', 'CustomerTimeline', {
    subject: { resource: 'company', id: '1' },
    createdAt: '2026-11-25 08:00:00',
  });
  expect(html).toContain('customer.beginscustomer.beginsAt');
});

it('in the reason why an item waits', async () => {
  const html = await draw('features/outbox/outbox-detail', 'OutboxDetail', {
    id: 'i1',
    titleOf: String,
    waitWords: () => ({ word: 'at', text: '10:05 再次尝试' }),
  });
  expect(html).toContain('outbox.why.at<b>outbox.waitSentence</b>');
});

it('in the caption of the team report', async () => {
  const html = await draw('features/team-report/report-screen', 'ReportScreen', {});
  expect(html).toMatch(/activity\.together\w*activity\.most/);
});
