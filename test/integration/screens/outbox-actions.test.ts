/** Buttons and lines of the Outbox, with answers that the test gives. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { IntentView } from '../../../src/shared/contract/outbox-item';
import { en } from '../../support/catalogues';
import { itemView } from '../../support/outbox/item-view';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  partsIn,
  press,
  setForTest,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, type Procedures, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));

const part = partsIn('features/outbox');

/** The procedures that a test may answer. */
const ANSWERED = [
  'unreadable',
  'list',
  'get',
  'sendAgain',
  'undo',
  'deleteDraft',
  'pause',
  'edit',
  'arrived',
  'forRecord',
  'restore',
  'export',
] as const;
let outbox: Procedures = {};
const answerOf = (name: (typeof ANSWERED)[number]) => outbox[name] as (asked: never) => unknown;
let record: (asked: { resource: string; id: string }) => unknown = () => null;
let related: unknown[] = [];
beforeEach(() => {
  outbox = {};
  record = () => null;
  related = [];
  windowOver({
    outbox: {
      drafts: () => [],
      ...Object.fromEntries(ANSWERED.map((name) => [name, (asked: never) => answerOf(name)(asked)])),
    },
    records: {
      get: (asked: never) => record(asked),
      lookup: () => [],
      related: () => related,
      page: () => ({ rows: [], total: 0, revision: 0 }),
    },
    sync: { fetchDetail: () => ({ held: false }) },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    accounts: { state: () => accountState() },
  });
  makePage();
});

it('"Try again" sends an item again each time that it is pressed', async () => {
  const operations: string[] = [];
  outbox.sendAgain = ({ operationId }: { operationId: string }) => {
    operations.push(operationId);
    return { ok: true };
  };
  const { NUMBER_NOT_CHECKED } = await import('../../../src/renderer/records/why-rejected');
  const refused = itemView({
    kind: 'outboundInvoice',
    state: 'rejected',
    reason: { code: NUMBER_NOT_CHECKED },
  });
  await mount(createElement(await part('item-actions', 'ItemActions'), { item: refused, titleOf: () => '' }));
  for (const count of [1, 2]) {
    press('outbox.act.retry');
    await vi.waitFor(() => expect(operations).toHaveLength(count));
    await settled();
  }
  // The core does an operation with a known id only once.
  expect(new Set(operations).size).toBe(2);
});

it('a refused invoice is sent again only after a question if another one was made for the order since', async () => {
  const sent: unknown[] = [];
  outbox.sendAgain = ({ id }: { id: string }) => {
    sent.push(id);
    return { ok: true };
  };
  const line = { order_id: '1', order_record_id: 'u1', product_id: '7', outbound_count: '5' };
  const ordered = { unique_id: 'u1', product_id: '7', product_name: 'Pump', count: '5' };
  record = ({ resource, id }) =>
    resource === 'order'
      ? { detailState: 'held', values: { order_no: 'SO-1', product_list: [ordered] } }
      : { id, values: { record_list: [line] } };
  const refused = itemView({
    id: 'local:9',
    kind: 'outboundInvoice',
    state: 'rejected',
    reason: { code: 'refused-404', message: 'Locked' },
    command: {
      schema: 1,
      kind: 'outboundInvoice',
      target: null,
      fields: {},
      children: [{ ref: 'local:1', fields: line }],
    },
  });
  const row = (id: string) => ({ id, values: {} });
  related = [{ resource: 'outboundInvoice', rows: [row('local:9')], total: 1 }];
  await mount(createElement(await part('item-actions', 'ItemActions'), { item: refused, titleOf: () => '' }));
  press('outbox.act.retry');
  await vi.waitFor(() => expect(sent).toEqual(['local:9']));
  await settled();
  related = [{ resource: 'outboundInvoice', rows: [row('local:9'), row('20')], total: 2 }];
  press('outbox.act.retry');
  await vi.waitFor(() => expect(named('outbox.again.overOrdered')).not.toEqual([]));
  expect(sent).toHaveLength(1);
  press('outbox.again.cancel');
  await settled();
  expect(named('outbox.again.overOrdered')).toEqual([]);
  press('outbox.act.retry');
  await vi.waitFor(() => expect(named('outbox.again.overOrdered')).not.toEqual([]));
  press('outbox.again.anyway');
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await settled();
  expect(named('outbox.again.overOrdered')).toEqual([]);
});

it('says "Undone" only if the core has undone the edit', async () => {
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  let done: object = { ok: false, code: 'changed' };
  outbox.undo = () => done;
  await mount(
    createElement(await part('item-actions', 'ItemActions'), {
      item: itemView({ canUndo: true }),
      titleOf: () => '',
    }),
  );
  press('outbox.act.undo');
  await vi.waitFor(() => expect(shownText()).toContain('outbox.act.failed'));
  expect(useToasts.getState().short).toBeNull();
  done = { ok: true };
  press('outbox.act.undo');
  await vi.waitFor(() => expect(useToasts.getState().short?.text).toBe('form.undone'));
});

it('takes the id of the record that arrived as the CRM writes it, however it was typed', async () => {
  const arrived: unknown[] = [];
  outbox.arrived = ({ realId }: { realId: string }) => {
    arrived.push(realId);
    return { ok: true };
  };
  const doubtful = itemView({ state: 'uncertain', waits: 'your-decision' });
  await mount(createElement(await part('candidates', 'Candidates'), { item: doubtful }));
  fire('outbox.candidates.byIdLabel', 'onChange', { currentTarget: { value: ' ７７01 ' } });
  await settled();
  const form = elements().find(({ onSubmit }) => onSubmit !== undefined) as { onSubmit: (e: object) => void };
  form.onSubmit({ preventDefault: () => undefined });
  await vi.waitFor(() => expect(arrived).toEqual(['7701']));
});

it('announces an item again if it is refused again', async () => {
  let troubled: IntentView[] = [];
  outbox.list = () => troubled;
  const { queries } = await mount(createElement(await part('failure-notices', 'FailureNotices')));
  const tell = async (attempts: number): Promise<void> => {
    troubled = [itemView({ state: 'rejected', attempts })];
    await queries.invalidateQueries();
    await settled();
  };
  const notices = () => named('common.dismiss').length;
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  await tell(1);
  await vi.waitFor(() => expect(notices()).toBe(1));
  press('common.dismiss');
  await settled();
  await tell(1);
  expect(notices()).toBe(0);
  await tell(2);
  await vi.waitFor(() => expect(notices()).toBe(1));
});

it('says what became of the copy that was saved last, not of the one that was restored before it', async () => {
  outbox.restore = () => ({ ok: true, added: 1, skipped: 0, unreadable: 0 });
  outbox.export = () => {
    throw new Error('the disk is full');
  };
  await mount(createElement(await part('outbox-menu', 'OutboxMenu')));
  const file = { text: () => Promise.resolve('{}') };
  fire('outbox.copy.restore', 'onChange', { currentTarget: { files: [file], value: 'copy.json' } });
  await vi.waitFor(() => expect(shownText()).toContain('outbox.copy.restoredHint'));
  press('outbox.copy.export');
  await vi.waitFor(() => expect(shownText()).toContain('outbox.copy.exportFailed'));
  expect(shownText()).not.toContain('outbox.copy.restoredHint');
});

it('opens the record of a delivered item by its id in the CRM', async () => {
  const { openRecordOf } = await import('../../../src/renderer/features/outbox/outbox-links');
  const { currentRoute } = await import('../../../src/renderer/navigation/router');
  openRecordOf(itemView({ state: 'applied', realId: '77' }));
  expect(currentRoute()).toMatchObject({ screen: 'customers', params: { open: 'company~77' } });
  const edit = { ...itemView().command, target: 'local:before' };
  openRecordOf(itemView({ state: 'applied', realId: '78', command: edit }));
  expect(currentRoute().params.open).toBe('company~78');
});

it('a record shows its waiting changes, and none that were discarded or delivered', async () => {
  let pending = [itemView({ state: 'discarded' }), itemView({ id: 'i2', state: 'applied' })];
  outbox.forRecord = () => pending;
  const block = createElement(await part('pending-block', 'PendingBlock'), { resource: 'company', id: '7' });
  const { queries } = await mount(block);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(named('outbox.panel.title')).toEqual([]);
  pending = [itemView({ id: 'i3' })];
  await queries.invalidateQueries();
  await vi.waitFor(() => expect(named('outbox.panel.title')).not.toEqual([]));
});

it('counts all waiting items, also those that are not listed', async () => {
  const list = {
    items: [itemView()],
    selectedId: 'i1',
    waitText: () => '',
    drafts: { count: 0, list: null },
  };
  const rest = { hidden: 20, onMore: () => undefined };
  await mount(createElement(await part('outbox-list', 'OutboxList'), { ...list, ...rest }));
  expect(named('outbox.group.waiting21')).not.toEqual([]);
});

it('a link to an item that is not listed any more shows this item', async () => {
  const old = itemView({ id: 'old', state: 'applied', title: 'Old Ltd', appliedAt: '2026-01-01 10:00:00' });
  outbox.list = ({ states }: { states: string[] }) => (states.includes('queued') ? [itemView()] : []);
  outbox.get = ({ id }: { id: string }) => ({
    intent: id === 'old' ? old : itemView(),
    ledger: [],
    chain: [],
    payload: null,
  });
  const { goTo } = await import('../../../src/renderer/navigation/router');
  goTo('outbox', { item: 'old' });
  await mount(createElement(await part('outbox-screen', 'OutboxScreen')));
  await vi.waitFor(() => expect(named('outbox.create.company · Old Ltd')).not.toEqual([]));
});

it.each([
  [null, 'i1', 'outbox.create.company'],
  ['7', null, 'outbox.change.company'],
])(
  'the draft of a record that the CRM does not have is named as new (id: %s)',
  async (target, intentId, name) => {
    const draft = {
      id: 'd1',
      kind: 'company',
      target,
      intentId,
      base: null,
      createdAt: 1,
      updatedAt: 1,
      form: {},
    };
    await mount(createElement(await part('draft-list', 'DraftList'), { drafts: [draft] }));
    expect(named(name)).toHaveLength(1);
  },
);

it('says why a draft was not deleted', async () => {
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  useToasts.setState({ short: null });
  outbox.deleteDraft = () => {
    throw new Error('the disk is full');
  };
  const draft = { id: 'd1', kind: 'company', target: null, intentId: null, base: null, form: {} };
  const drafts = [{ ...draft, createdAt: 1, updatedAt: 1 }];
  await mount(createElement(await part('draft-list', 'DraftList'), { drafts }));
  press('outbox.draft.delete');
  await settled();
  elements()
    .filter(({ color, onClick }) => color === 'red.9' && onClick !== undefined)
    .forEach(({ onClick }) => (onClick as (event: object) => void)({ preventDefault: () => undefined }));
  await vi.waitFor(() => expect(useToasts.getState().short?.text).toBe('common.sentences'));
  // The question stays, so that the user can try again.
  expect(named('outbox.draft.deleteText')).not.toEqual([]);
});

it('says why sending was not paused or resumed', async () => {
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  const { useOutboxSummary } = await import('../../../src/renderer/client/events');
  const { NO_OUTBOX } = await import('../../../src/shared/contract/outbox');
  outbox.pause = () => {
    throw new Error('the disk is full');
  };
  outbox.list = () => [];
  outbox.get = () => null;
  setForTest(useOutboxSummary, { summary: { ...NO_OUTBOX, paused: true } });
  await mount(createElement(await part('outbox-screen', 'OutboxScreen')));
  for (const pressed of ['outbox.pause.pause', 'outbox.pause.resume']) {
    useToasts.setState({ short: null });
    if (pressed === 'outbox.pause.resume') press(pressed);
    else fire(pressed, 'onChange', { currentTarget: { checked: false } });
    await vi.waitFor(() => expect(useToasts.getState().short?.text).toBe('common.sentences'));
  }
});

it('a receipt names the orders that its money is for', async () => {
  record = ({ resource, id }) => ({ id, title: `${resource} SO${id}`, values: {}, columns: [] });
  const { useRefNames } = await import('../../../src/renderer/client/outbox-queries');
  const line = (type: number, id: string) => ({
    ref: `local:${id}`,
    fields: { refer_type: type, refer_id: id, cash_collection_amount: '5' },
  });
  const command = { ...itemView().command, kind: 'receipt' as const, fields: {}, children: [line(1, '55')] };
  let name: string | undefined;
  const Probe = (): null => {
    name = useRefNames([command]).record('55');
    return null;
  };
  await mount(createElement(Probe));
  await vi.waitFor(() => expect(name).toBe('order SO55'));
});

it('shows nothing of the item before while another one is read', async () => {
  outbox.get = ({ id }: { id: string }) =>
    id === 'i1' ? { intent: itemView(), ledger: [], payload: null } : new Promise(() => undefined);
  const { useOutboxItem } = await import('../../../src/renderer/client/outbox-queries');
  let shown: string | undefined;
  const Probe = ({ id }: { id: string }): null => {
    shown = useOutboxItem(id).data?.intent.title;
    return null;
  };
  const { show } = await mount(createElement(Probe, { id: 'i1' }));
  await vi.waitFor(() => expect(shown).toBe('Nord'));
  await show(createElement(Probe, { id: 'i2' }));
  expect(shown).toBeUndefined();
});

it('a conflict counts the fields that are left, and sends the choices with what the CRM has now', async () => {
  const sent: unknown[] = [];
  outbox.edit = (asked: object) => {
    sent.push(asked);
    return { ok: true };
  };
  const time = { base: '', mine: '2027-03-01 17:00:00', theirs: '2027-03-02 17:00:00' };
  const conflict = itemView({
    state: 'conflict',
    version: 4,
    command: { ...itemView().command, target: '7', fields: { tel: '111', next_follow_up_time: time.mine } },
    base: { fields: { tel: '', next_follow_up_time: '' }, children: [], readAt: null },
    conflicts: [
      { field: 'tel', base: '', mine: '111', theirs: '222' },
      { field: 'next_follow_up_time', ...time },
    ],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item: conflict }), en);
  const words = en.outbox.merge;
  const radios = () =>
    elements().filter(({ type, onChange }) => type === 'radio' && onChange !== undefined) as unknown as {
      name: string;
      onChange: () => void;
    }[];
  const choose = async (field: string, at: number): Promise<void> => {
    radios()
      .filter(({ name }) => name.endsWith(field))
      .at(at)!
      .onChange();
    await settled();
  };
  await vi.waitFor(() => expect(named('2 fields left to choose')).not.toEqual([]));
  const places = new Set(radios().map(({ name }) => name));
  expect(places.size).toBe(2);
  const [tel, moment] = [...places] as [string, string];
  await choose(tel, 2);
  expect(named('1 field left to choose')).not.toEqual([]);
  // Another value, which is no day: it does not count any more when one of the two values is chosen.
  await choose(moment, 3);
  const input = elements().find(({ onInput }) => onInput !== undefined) as {
    onInput: (event: object) => void;
  };
  input.onInput({ currentTarget: { value: 'some day' } });
  await settled();
  expect(named(words.submit)[0]).toMatchObject({ disabled: true });
  await choose(moment, 1);
  expect(named(words.submit)[0]).toMatchObject({ disabled: false });
  press(words.submit);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    id: 'i1',
    version: 4,
    command: { fields: { tel: '222', next_follow_up_time: time.mine } },
    base: { fields: { tel: '222', next_follow_up_time: time.theirs } },
  });
});

it('a conflict is not sent with a rate of 0 as another value', async () => {
  const fields = { amount: '100', exchange_rate: '710' };
  const conflict = itemView({
    kind: 'receipt',
    state: 'conflict',
    command: { kind: 'receipt', schema: 1, target: '7', fields, children: [] },
    base: { fields: { amount: '100', exchange_rate: '700' }, children: [], readAt: null },
    conflicts: [{ field: 'exchange_rate', base: '700', mine: '710', theirs: '720' }],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item: conflict }), en);
  const another = elements().findLast(({ type }) => type === 'radio') as { onChange?: () => void };
  another.onChange?.();
  await settled();
  const type = async (value: string): Promise<void> => {
    fire('Another value for Exchange rate (CNY per 100)', 'onChange', { currentTarget: { value } });
    await settled();
  };
  await type('0');
  expect(named(en.outbox.merge.submit)[0]).toMatchObject({ disabled: true });
  expect(named('One of the values is not valid: Exchange rate (CNY per 100)')).not.toEqual([]);
  await type('7.2');
  expect(named(en.outbox.merge.submit)[0]).toMatchObject({ disabled: false });
});

it('says so if the rows that cannot be read were not saved either', async () => {
  const { useOutboxSummary } = await import('../../../src/renderer/client/events');
  setForTest(useOutboxSummary, { summary: { unreadable: 2 } as never });
  outbox.unreadable = () => {
    throw new Error('the disk is failing');
  };
  await mount(createElement(await part('unreadable-banner', 'UnreadableBanner')), en);
  press(en.outbox.banner.unreadableSave);
  await vi.waitFor(() => expect(shownText()).toContain(en.outbox.copy.exportFailed));
});

it('shows an amount before and after a change of the currency, each in its own currency', async () => {
  const base = { fields: { amount: '100', currency: 'USD' }, children: [], readAt: null };
  const fields = { amount: '200', currency: 'EUR' };
  const command = { schema: 1, kind: 'receipt', target: '7', fields, children: [] };
  await mount(createElement(await part('changes-view', 'ChangesView'), { command, base }), en);
  const amounts = shownText().replaceAll('\u00a0', ' ');
  expect(amounts).toContain('USD 100.00');
  expect(amounts).toContain('EUR 200.00');
});

it('asks again for a value if the CRM has changed it once more since the choice', async () => {
  const conflict = (version: number, theirs: string) =>
    itemView({
      state: 'conflict',
      version,
      command: { ...itemView().command, target: '7', fields: { tel: '111' } },
      base: { fields: { tel: '' }, children: [], readAt: null },
      conflicts: [{ field: 'tel', base: '', mine: '111', theirs }],
    });
  let now = conflict(4, '222');
  outbox.get = () => ({ intent: now, ledger: [], payload: null });
  outbox.forRecord = () => [];
  const props = { id: 'i1', titleOf: () => '', waitWords: () => null };
  const { queries } = await mount(createElement(await part('outbox-detail', 'OutboxDetail'), props), en);
  const chosen = () => elements().filter(({ type, checked }) => type === 'radio' && checked === true);
  await vi.waitFor(() => expect(named(en.outbox.merge.allTheirs)).not.toEqual([]));
  press(en.outbox.merge.allTheirs);
  await settled();
  expect(chosen()).toHaveLength(1);
  now = conflict(5, '333');
  await queries.invalidateQueries();
  await vi.waitFor(() => expect(shownText()).toContain('333'));
  expect(chosen()).toEqual([]);
});
