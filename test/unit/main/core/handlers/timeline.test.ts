/** What a customer's timeline says of pending work. */
import { call } from '@orpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Accounts } from '#core/accounts/accounts';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { pendingOf, timelineHandlers } from '#core/handlers/timeline';
import type { CacheStore, OverlaidRecords } from '#core/store/cache-store';
import { loadPinyin } from '#core/store/words/pinyin';
import { apply, openTemporaryCache } from '../store/cache-fixture';
import { layOver, serverTime } from '../store/overlay-fixture';

/** The user of the account is 7. */
const handlersOver = (cache: CacheStore, records: OverlaidRecords) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the timeline uses no other members here
  const workspace = {
    outbox: { realIdOf: () => null },
    client: { serverClock: { at: serverTime } },
    records,
    cache,
  } as unknown as Workspace;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers use no other part of it
  return timelineHandlers({
    current: () => workspace,
    state: () => ({ account: { selfUserId: '7' } }),
  } as unknown as Accounts);
};

/** Keys of the entries of company 12. */
const shownOf = async (
  cache: CacheStore,
  records: OverlaidRecords,
  filter: { person?: string; text?: string },
): Promise<string[]> => {
  const input = {
    kinds: [],
    person: filter.person ?? null,
    text: filter.text ?? '',
    cursor: null,
    limit: 20,
  };
  const page = await call(handlersOver(cache, records).page, { resource: 'company', id: '12', ...input });
  return page.entries.map(({ key }) => key);
};

describe('a note that waits', () => {
  beforeAll(loadPinyin);
  const furnished = () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [{ user_id: '7', nickname: 'Mia' }]);
    apply(cache, 'company', [{ company_id: 12, name: 'Acme' }]);
    const laying = layOver(cache);
    laying.selfUserId = '7';
    return { cache, laying };
  };

  it('is found by the same words as a note that is delivered', async () => {
    const { cache, laying } = furnished();
    const content = '與東昇討論 Müller "big" deal, 01.02.2024';
    apply(cache, 'trail', [{ trail_id: 5, company_id: 12, type: 103, content, create_time: '2026-01-01' }]);
    const note = laying.push('trailNote', { company_id: '12', content, remark_type: 103 });
    const both = [`trail ${note}`, 'trail 5'];
    const shown = (text: string) => shownOf(cache, laying.records, { text });
    for (const text of ['东升', 'muller', 'MÜLLER', '"big"', 'big-deal', 'dea', '01.02.2024']) {
      expect([text, await shown(text)]).toEqual([text, both]);
    }
    for (const text of ['103', '12', 'company', '---', '01.03.2024'])
      expect([text, await shown(text)]).toEqual([text, []]);
    expect(await shown(' ')).toEqual(both);
  });

  it('is an activity of the person who wrote it', async () => {
    const { cache, laying } = furnished();
    const note = laying.push('trailNote', { company_id: '12', content: 'Called', remark_type: 103 });
    expect(await shownOf(cache, laying.records, { person: '7' })).toEqual([`trail ${note}`]);
    expect(await shownOf(cache, laying.records, { person: '8' })).toEqual([]);
  });

  it('is counted in the figures of its customer, as on the timeline below them, and is the last contact', async () => {
    const { cache, laying } = furnished();
    apply(cache, 'trail', [
      {
        trail_id: 5,
        company_id: 12,
        type: 103,
        create_time: '2026-01-01 09:00:00',
        create_user_info: { user_id: '8', nickname: 'Li' },
      },
    ]);
    const figuresOf = async () => {
      const handlers = handlersOver(cache, laying.records);
      const { kinds, people, pending } = await call(handlers.figures, { resource: 'company', id: '12' });
      const trail = kinds.find(({ kind }) => kind === 'trail');
      return { count: trail?.count, last: trail?.latest?.id, people, pending };
    };
    const li = { id: '8', name: 'Li', count: 1 };
    expect(await figuresOf()).toEqual({ count: 1, last: '5', people: [li], pending: 0 });
    const fields = { company_id: '12', content: 'Called', remark_type: 103 };
    const notes = [laying.push('trailNote', fields), laying.push('trailNote', fields)];
    laying.push('company', { name: 'Acme', remark: 'new', pool_id: '0' }, { target: '12' });
    const { last, ...counted } = await figuresOf();
    expect(notes).toContain(last);
    expect(counted).toEqual({ count: 3, people: [{ id: '7', name: null, count: 2 }, li], pending: 3 });
  });

  it('about an opportunity is on the timeline of its customer', async () => {
    const { cache, laying } = furnished();
    const company = { company_id: 12, name: 'Acme' };
    apply(cache, 'opportunity', [{ opportunity_id: 3, name: 'Big deal', company_id: 12, company }]);
    apply(cache, 'opportunity', [{ opportunity_id: 4, name: 'Other deal', company_id: 13 }]);
    const made = laying.push('opportunity', { name: 'New deal', company_id: '12' });
    const about = (id: string) =>
      laying.push('trailNote', { opportunity_id: id, content: 'Met', remark_type: 104 });
    const notes = [about('3'), about(made)];
    about('4');
    const shown = await shownOf(cache, laying.records, {});
    expect(shown.filter((key) => key.startsWith('trail')).toSorted()).toEqual(
      notes.map((id) => `trail ${id}`).toSorted(),
    );
  });
});

describe('the figures of a week', () => {
  it('count the new records that the lists of the week contain, of everyone or of one person', async () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [{ user_id: '7', nickname: 'Mia' }]);
    const note = (id: number, time: string) => ({
      trail_id: id,
      company_id: 12,
      create_time: time,
      create_user_info: { user_id: '8', nickname: 'Li' },
    });
    apply(cache, 'trail', [note(5, '2026-06-01 09:00:00'), note(6, '2026-05-31 09:00:00')]);
    const laying = layOver(cache);
    laying.selfUserId = '7';
    laying.push('trailNote', { company_id: '12', content: 'Called', remark_type: 102 });
    const span = { from: '2026-06-01', to: '2026-06-07', until: '08:00' };
    const daysOf = async (person: string | null) => {
      const input = { kinds: ['trail' as const, 'order' as const], person, ...span };
      return (await call(handlersOver(cache, laying.records).days, input)).map(({ days }) => days);
    };
    expect(await daysOf(null)).toEqual([[{ day: '2026-06-01', count: 2, early: 1 }], []]);
    expect(await daysOf('7')).toEqual([[{ day: '2026-06-01', count: 1, early: 1 }], []]);
    expect(await daysOf('8')).toEqual([[{ day: '2026-06-01', count: 1, early: 0 }], []]);
  });

  it('do not count an edit of a document that the copy does not have', async () => {
    const cache = openTemporaryCache();
    const laying = layOver(cache);
    laying.selfUserId = '7';
    laying.push('receipt', { amount: '5', currency: 'USD' }, { target: '55' });
    laying.push('receipt', { amount: '6', currency: 'USD' });
    const input = {
      kinds: ['receipt' as const],
      person: '7',
      from: '2026-06-01',
      to: '2026-06-07',
      until: '08:00',
    };
    const [counts] = await call(handlersOver(cache, laying.records).days, input);
    expect(counts?.days.map(({ count }) => count)).toEqual([1]);
  });
});

describe('the figures of a week with edits that wait', () => {
  it('count a record for its new handler, and no longer for the one before', async () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [
      { user_id: '7', nickname: 'Mia' },
      { user_id: '8', nickname: 'Li' },
    ]);
    const receipt = (id: number, day: string) => ({
      cash_collection_invoice_id: id,
      status: 3,
      amount: '100',
      create_time: `${day} 09:00:00`,
      handler_info: [{ user_id: 8, nickname: 'Li' }],
    });
    apply(cache, 'receipt', [receipt(3, '2026-06-01'), receipt(4, '2026-06-02'), receipt(5, '2026-06-02')]);
    apply(cache, 'receipt', [receipt(6, '2026-05-01')]);
    const laying = layOver(cache);
    laying.selfUserId = '7';
    for (const target of ['3', '4', '6']) laying.push('receipt', { handler: ['7'] }, { target });
    laying.push('receipt', { amount: '50' }, { target: '5' });
    const daysOf = async (person: string | null) => {
      const span = { from: '2026-06-01', to: '2026-06-07', until: '10:00' };
      const [receipts] = await call(handlersOver(cache, laying.records).days, {
        kinds: ['receipt'],
        person,
        ...span,
      });
      return receipts?.days.map(({ day, count, early }) => [day, count, early]);
    };
    expect(await daysOf('7')).toEqual([
      ['2026-06-01', 1, 1],
      ['2026-06-02', 1, 1],
    ]);
    expect(await daysOf('8')).toEqual([['2026-06-02', 1, 1]]);
    expect(await daysOf(null)).toEqual([
      ['2026-06-01', 1, 1],
      ['2026-06-02', 2, 2],
    ]);
    const filters = [{ field: 'handler_info', op: 'in' as const, values: ['7'] }];
    expect(laying.records.page({ resource: 'receipt', filters }, 0, 5).total).toBe(3);
  });

  it('count a removed record with a pending edit, because the lists contain it', async () => {
    const cache = openTemporaryCache();
    const receipt = {
      cash_collection_invoice_id: 3,
      status: 3,
      amount: '100',
      create_time: '2026-06-01 09:00:00',
      handler_info: [{ user_id: 8, nickname: 'Li' }],
    };
    apply(cache, 'receipt', [receipt], { removed: true });
    const laying = layOver(cache);
    laying.push('receipt', { amount: '50' }, { target: '3' });
    const input = { kinds: ['receipt' as const], from: '2026-06-01', to: '2026-06-07', until: '10:00' };
    const days = await call(handlersOver(cache, laying.records).days, { ...input, person: '8' });
    expect(days[0]?.days).toEqual([{ day: '2026-06-01', count: 1, early: 1 }]);
    expect(laying.records.page({ resource: 'receipt' }, 0, 5).total).toBe(1);
  });
});

describe('an edit that waits', () => {
  it('names the values that it changes, those without a column too', async () => {
    await loadPinyin();
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 12, name: 'Acme', remark: 'old' }]);
    apply(cache, 'opportunity', [{ opportunity_id: 3, name: 'Big deal', company_id: 12 }]);
    const laying = layOver(cache);
    laying.push('company', { name: 'Acme', remark: 'new', pool_id: '0' }, { target: '12' });
    laying.push('opportunity', { name: 'Big deal', stage: '6102', company_id: '12' }, { target: '3' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the timeline uses no other members here
    const workspace = {
      outbox: { realIdOf: () => null },
      client: { serverClock: { at: serverTime } },
      records: laying.records,
    } as unknown as Workspace;
    const entries = pendingOf(workspace, { resource: 'company', id: '12' }).map(({ entry }) => [
      entry.key,
      Object.keys(entry.values).toSorted(),
    ]);
    expect(entries).toEqual([
      ['edit company 12', expect.arrayContaining(['remark'])],
      ['edit opportunity 3', expect.arrayContaining(['stage'])],
    ]);
    expect(entries.flat(2)).not.toContain('name');
  });

  it('is found by what it changes and by the title of its record, and is work of the user who makes it', async () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 12, name: 'Acme', user_id: [8], address: 'Old street' }]);
    const laying = layOver(cache);
    laying.selfUserId = '7';
    laying.push('company', { name: 'Acme', address: 'Harbour 5', pool_id: '0' }, { target: '12' });
    const shown = (filter: object) => shownOf(cache, laying.records, filter);
    for (const text of ['harbour', 'acme']) expect(await shown({ text })).toEqual(['edit company 12']);
    expect(await shown({ text: 'old' })).toEqual([]);
    expect(await shown({ person: '7' })).toEqual(['edit company 12']);
    expect(await shown({ person: '8' })).toEqual([]);
  });
});
