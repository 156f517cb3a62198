/** Next and previous of an open record, while the list changes. */
import { afterEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const view = {
  resource: 'company' as const,
  filters: [],
  sort: [{ field: 'name', direction: 'asc' as const }],
  search: '',
  removed: false,
};
const idsNow = async (): Promise<string[]> =>
  (await window().records.page({ view, start: 0, limit: 100 })).rows.map(({ id }) => id);
const rename = async (target: string, name: string): Promise<void> => {
  const done = await window().outbox.submit({
    command: { kind: 'company', schema: 1, target, fields: { name, pool_id: '0' }, children: [] },
  });
  expect(done).toMatchObject({ ok: true });
};

const create = async (name: string): Promise<void> => {
  const done = await window().outbox.submit({
    command: { kind: 'company', schema: 1, target: null, fields: { name, pool_id: '0' }, children: [] },
  });
  expect(done).toMatchObject({ ok: true });
};

const begin = async () => {
  await rig.connect();
  await window().outbox.pause({ paused: true });
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { rememberNeighbours, stepInList } = await import('../../../src/renderer/records/list-steps');
  return { rememberNeighbours, stepInList, ids: await idsNow() };
};

it('go to the records that stood beside it when it was opened, also when others came before it', async () => {
  const { rememberNeighbours, stepInList, ids } = await begin();
  const open = { view, index: 5, id: ids[5]! };
  expect(await rememberNeighbours(open, 1)).toBe(ids[6]);
  for (const id of ids.slice(-3)) await rename(id, '0 Aa');
  expect((await idsNow())[8]).toBe(open.id);
  expect(await stepInList(open, 1)).toEqual({ view, index: 9, id: ids[6] });
  expect(await stepInList(open, -1)).toEqual({ view, index: 7, id: ids[4] });
});

it('go on from the place of a record that moved to the other end of the list', async () => {
  const { rememberNeighbours, stepInList, ids } = await begin();
  const open = { view, index: 5, id: ids[5]! };
  await rememberNeighbours(open, 1);
  await rename(open.id, '0 Aa');
  expect((await idsNow())[0]).toBe(open.id);
  expect((await stepInList(open, 1))?.id).toBe(ids[6]);
  expect((await stepInList(open, -1))?.id).toBe(ids[4]);
});

it('end at the ends of the list', async () => {
  const { rememberNeighbours, stepInList, ids } = await begin();
  const first = { view, index: 0, id: ids[0]! };
  const last = { view, index: ids.length - 1, id: ids.at(-1)! };
  await rememberNeighbours(first, -1);
  expect(await stepInList(first, -1)).toBeUndefined();
  await rememberNeighbours(last, 1);
  expect(await stepInList(last, 1)).toBeUndefined();
});

it('end at the last record also when others came before it, or when it moved', async () => {
  const { rememberNeighbours, stepInList, ids } = await begin();
  const last = { view, index: ids.length - 1, id: ids.at(-1)! };
  await rememberNeighbours(last, 1);
  for (const name of ['0 Aa', '0 Ab', '0 Ac']) await create(name);
  expect((await idsNow()).at(-1)).toBe(last.id);
  expect(await stepInList(last, 1)).toBeUndefined();
  expect((await stepInList(last, -1))?.id).toBe(ids.at(-2));
  await rename(last.id, '0 Ad');
  expect(await stepInList(last, 1)).toBeUndefined();
});

it('follow the list from the place in which the open record was opened again', async () => {
  const { rememberNeighbours, stepInList, ids } = await begin();
  const id = ids[5]!;
  await rememberNeighbours({ view, index: 5, id }, 1);
  await rename(id, '0 Aa');
  const now = await idsNow();
  expect(now[0]).toBe(id);
  expect((await stepInList({ view, index: 5, id }, 1))?.id).toBe(ids[6]);
  expect((await stepInList({ view, index: 0, id }, 1))?.id).toBe(now[1]);
  expect(await stepInList({ view, index: 0, id }, -1)).toBeUndefined();
});
