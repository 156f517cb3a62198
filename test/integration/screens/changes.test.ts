/**
 * What others changed in my records since I last looked: new, changed by whom, overwritten after delivery.
 */
import { describe, expect, it, vi } from 'vitest';
import { MOST_CHANGES } from '../../../src/shared/domain/limits';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { TRAIL_PUSH_PATH } from '../../../src/shared/http-api/screen-paths';
import { makeRig } from '../../support/sync/make-rig';
import { ORIGIN } from '../../support/sync/service-fixture';

const rig = makeRig();
const { workspace, window } = rig;

const selfId = async (): Promise<string> => (await window().accounts.state()).account?.selfUserId ?? '';
const unseen = () => window().changes.unseen({ limit: 50 });
const round = () => workspace().pull.round();
/** The service's clock moves on: what is changed now is later than what was read. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1100));

/** A colleague saves a company in the service's own way. */
const colleague = async () => {
  const { context, fetch } = rig.service.service;
  const userId = context.store
    .sql("SELECT CAST(id AS TEXT) FROM record WHERE resource = 'user' AND CAST(id AS TEXT) <> ? LIMIT 1")
    .pluck()
    .get(await selfId()) as never;
  const { accessToken } = context.tokens.grant(
    'colleague',
    { userId, nickname: 'Other' },
    'company lead invoices',
    false,
  );
  return {
    userId: String(userId),
    save: async (fields: object, path = COMPANY_PUSH_PATH): Promise<void> => {
      const answer = await fetch(
        new Request(`${ORIGIN}${path}`, {
          method: 'POST',
          headers: { authorization: accessToken, 'content-type': 'application/json' },
          body: JSON.stringify(fields),
        }),
      );
      expect(await answer.text()).toContain('"code":200');
    },
  };
};

const ownCompanies = async (): Promise<string[]> => {
  const { rows } = await window().records.page({
    view: {
      resource: 'company',
      filters: [{ field: 'user_id', op: 'in', values: [await selfId()] }],
    },
    start: 0,
    limit: 3,
  });
  return rows.map(({ id }) => id);
};

describe('changes by others', () => {
  it('[PL23] are listed by field and person, once, and only for my own records', async () => {
    await rig.connect();
    await round();
    expect(await unseen()).toEqual([]);
    const other = await colleague();
    const [mine = ''] = await ownCompanies();
    const self = await selfId();
    const { rows } = await window().records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
    const foreign = rows.find(({ values }) => !JSON.stringify(values.user_id ?? '').includes(self))?.id;
    expect(foreign).toBeDefined();
    await later();
    await other.save({ company_id: Number(mine), pool_id: 0, short_name: 'Renamed by a colleague' });
    await other.save({ company_id: Number(foreign), pool_id: 0, short_name: 'Not my customer' });
    await round();
    expect(await unseen()).toMatchObject([
      {
        resource: 'company',
        id: mine,
        kind: 'changed',
        fields: expect.arrayContaining(['short_name']),
        overwritten: [],
        person: other.userId,
      },
    ]);
    // It stays until it was seen, over rounds and events.
    await round();
    expect(await unseen()).toHaveLength(1);
    // Today asks for one more than it lists, to know whether there are others.
    expect(await window().changes.unseen({ limit: MOST_CHANGES + 1 })).toHaveLength(1);
    await window().changes.see({ refs: [{ resource: 'company', id: mine }] });
    expect(await unseen()).toEqual([]);
  });

  it('[PL23] stay listed if they arrive while older ones are marked as read', async () => {
    await rig.connect();
    await round();
    const other = await colleague();
    const [first = '', second = ''] = (await ownCompanies()).filter((id) => Number.isSafeInteger(Number(id)));
    await later();
    await other.save({ company_id: Number(first), pool_id: 0, short_name: 'Shown' });
    await round();
    const shown = await unseen();
    await later();
    await other.save({ company_id: Number(second), pool_id: 0, short_name: 'Not shown yet' });
    await round();
    const until = shown[0]!.at;
    await window().changes.see({ refs: null, until });
    expect(await unseen()).toMatchObject([{ id: second }]);
    await window().changes.see({ refs: [{ resource: 'company', id: second }], until });
    expect(await unseen()).toHaveLength(1);
    await window().changes.see({ refs: null });
    expect(await unseen()).toEqual([]);
  });

  it('name the person as the record does, for accounts that may not read the list of users', async () => {
    await rig.connect();
    await round();
    const other = await colleague();
    const [mine = ''] = await ownCompanies();
    await later();
    await other.save({ company_id: Number(mine), content: 'Called them' }, TRAIL_PUSH_PATH);
    await round();
    const made = (await unseen()).find(({ resource }) => resource === 'trail');
    const note = await window().records.get({ resource: 'trail', id: made!.id });
    expect(made?.person).toBe(other.userId);
    expect(made?.personName).toMatch(/\w/);
    expect(note?.values.create_user_info).toMatchObject({ nickname: made?.personName });
  });

  it('[PL23] list a record that a colleague made for me, also after I have edited it', async () => {
    await rig.connect();
    await round();
    const other = await colleague();
    await later();
    await other.save({ name: 'Made by a colleague', pool_id: 0, user_id: Number(await selfId()) });
    await round();
    const [made] = await unseen();
    expect(made).toMatchObject({ resource: 'company', kind: 'new', title: 'Made by a colleague' });
    // A company names its owners, and only the id of who made it.
    expect(made?.personName).toBeNull();
    const fields = { pool_id: '0', short_name: 'From a list' };
    const command = { kind: 'company', schema: 1, target: made?.id, fields, children: [] };
    expect(await window().outbox.submit({ command })).toMatchObject({ ok: true });
    expect(await unseen()).toMatchObject([{ id: made?.id, kind: 'new' }]);
  });

  it('do not include my own deliveries, and show which of my values were overwritten', async () => {
    await rig.connect();
    await rig.releaseAll();
    await round();
    const other = await colleague();
    const [mine = ''] = await ownCompanies();
    const [stage, tag] = await Promise.all(
      (['trailStatus', 'tag'] as const).map(
        async (name) => (await window().records.lookup({ name })).at(-1)?.id ?? '',
      ),
    );
    await later();
    const known = await window().outbox.editBase({ kind: 'company', ref: mine });
    const done = await window().outbox.submit({
      base: known?.base ?? null,
      command: {
        kind: 'company',
        schema: 1,
        target: mine,
        fields: { short_name: 'As I delivered it', trail_status: stage, cus_tag: [tag], pool_id: '0' },
        children: [],
      },
    });
    expect(done.ok).toBe(true);
    await vi.waitFor(async () => expect((await window().outbox.summary()).waiting).toBe(0), 10_000);
    await later();
    await round();
    expect(await unseen()).toEqual([]);
    await later();
    await other.save({ company_id: Number(mine), pool_id: 0, short_name: 'As a colleague wants it' });
    await round();
    const [change, ...rest] = await unseen();
    expect(rest).toEqual([]);
    expect(change).toMatchObject({ id: mine, overwritten: ['short_name'], person: other.userId });
    // An answer has a stage and tags in other forms, and tags under another name.
    for (const column of ['trail_status', 'tag']) expect(change?.fields).not.toContain(column);
    await window().changes.see({ refs: null });
    expect(await unseen()).toEqual([]);
  });

  it('stay listed after my own edit of another field', async () => {
    await rig.connect();
    await rig.releaseAll();
    await window().outbox.setUndoSeconds({ seconds: 0 });
    await round();
    const [id = ''] = await ownCompanies();
    await later();
    const { save } = await colleague();
    await save({ company_id: Number(id), pool_id: 0, address: 'Moved to Hamburg' });
    await later();
    await round();
    const before = await unseen();
    expect(before).toMatchObject([{ id }]);
    expect(before[0]?.fields).toContain('address');
    // The user plans a follow-up of the company, without looking at it (key S on the day plan).
    const done = await window().outbox.submit({
      command: {
        kind: 'company',
        schema: 1,
        target: id,
        fields: { next_follow_up_time: '2027-01-05 09:00:00', pool_id: '0' },
        children: [],
      },
    });
    if (!done.ok) throw new Error('refused');
    await expect
      .poll(async () => (await window().outbox.get({ id: done.id }))?.intent.state, { timeout: 15_000 })
      .toBe('applied');
    await later();
    await round();
    await round();
    const after = await unseen();
    expect(after).toMatchObject([{ id }]);
    expect(after[0]?.fields).toContain('address');
  });
});
