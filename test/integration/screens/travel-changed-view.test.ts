/** A saved view that is taken along, and then gets another filter and another name. */
import { expect, it, vi } from 'vitest';
import { travelKeyOf } from '../../../src/shared/domain/travel';
import { readView } from '../../../src/renderer/records/list-view';
import { keyOf, readSavedViews } from '../../../src/renderer/records/saved-view-model';
import { changedList, type ListPin, pinTitle } from '../../../src/renderer/features/travel/travel-model';
import { listPin } from '../../../src/renderer/features/travel/travel-pins';
import { makeRig } from '../../support/sync/make-rig';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
const rig = makeRig();
const { window } = rig;

/** Stores the only saved view of companies. */
const save = async (name: string, filters: object[]): Promise<void> => {
  const { account } = await window().accounts.state();
  const view = { id: 'v1', name, params: { f: JSON.stringify(filters) } };
  await window().accounts.setSettings({ [keyOf(account!.id)]: { company: [view] } });
};
/** The lists that Travel offers on this day. */
const offered = async (today: string): Promise<ListPin[]> => {
  const { settings, account } = await window().accounts.state();
  return (readSavedViews(settings, account!.id).company ?? []).map(({ id, name, params }) => ({
    kind: 'list',
    id,
    name,
    view: { ...readView('company', params, today), resource: 'company' },
  }));
};
const shown = async (today: string) => {
  const [pin] = (await window().travel.state()).pins;
  const lists = await offered(today);
  return { title: pinTitle(pin!, lists), subjects: pin!.subjects, changed: changedList(pin!, lists) };
};
const TODAY = '2026-11-25';

it('keeps its name and records in Travel until it is taken along again', async () => {
  await rig.connect({ dataset: 30 });
  await rig.rounds();
  const { rows } = await window().records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
  const named = (name: string) => [{ field: 'name', op: 'contains', text: name }];
  const first = String(rows[0]!.values.name);
  const count = (name: string): number =>
    rows.filter(({ values }) => String(values.name).toLowerCase().includes(name.toLowerCase())).length;

  await save('North', named(first));
  await window().travel.pin({ pins: await offered(TODAY) });
  expect(await shown(TODAY)).toEqual({ title: 'North', subjects: count(first), changed: undefined });

  await save('South', []);
  const changed = await shown(TODAY);
  expect(changed).toMatchObject({ title: 'North', subjects: count(first), changed: { name: 'South' } });

  await window().travel.pin({ pins: [changed.changed!] });
  expect(await shown(TODAY)).toEqual({ title: 'South', subjects: rows.length, changed: undefined });
});

it('with "this week" is another list in the next week', async () => {
  await rig.connect({ dataset: 30 });
  await save('Changed this week', [{ field: 'update_time', op: 'within', preset: 'thisWeek' }]);
  await window().travel.pin({ pins: await offered(TODAY) });
  expect((await shown('2026-11-27')).changed).toBeUndefined();
  expect((await shown('2026-11-30')).changed).toMatchObject({ name: 'Changed this week' });
});

it('by a field that no longer exists neither ends the check nor keeps details from being copied', async () => {
  await rig.connect({ dataset: 30 }, { detailBudget: 3 });
  const details = (): number =>
    rig
      .workspace()
      .pull.state()
      .resources.find(({ resource }) => resource === 'company')!.details;
  const before = details();
  await save('Old', [{ field: 'gone_field', op: 'notEmpty' }]);
  await window().travel.pin({ pins: await offered(TODAY) });
  expect(await shown(TODAY)).toMatchObject({ title: 'Old', subjects: 0 });
  await rig.rounds();
  expect(details()).toBeGreaterThan(before);
});

it('that is not saved is the same pin each time and in any order, and another one with another filter', () => {
  const idOf = (params: Record<string, string>) =>
    listPin({
      view: { ...readView('company', params, TODAY), resource: 'company' },
      params,
      views: [],
      otherwise: 'Companies',
    }).id;
  expect(idOf({ q: 'north', s: 'name' })).toBe(idOf({ q: 'north' }));
  expect(new Set([idOf({ q: 'north' }), idOf({ q: 'nord' }), idOf({})]).size).toBe(3);
});

it('is not taken for what the list shows of it with another filter', async () => {
  const saved = { id: 'v1', name: 'North', params: { q: 'north' } };
  const pinOf = (params: Record<string, string>) =>
    listPin({
      view: { ...readView('company', params, TODAY), resource: 'company' },
      params,
      views: [saved],
      otherwise: 'Companies',
    });
  expect(pinOf({ q: 'north', v: 'v1' })).toMatchObject({ id: 'v1', name: 'North' });
  // The saved view has its own customers. These are others: Travel keeps both apart.
  const narrowed = pinOf({ q: 'north hamburg', v: 'v1' });
  expect(narrowed).toMatchObject({ name: 'Companies', view: { search: 'north hamburg' } });
  const offer = pinOf({ q: 'north', v: 'v1' }) as ListPin;
  expect(changedList({ ...narrowed, key: travelKeyOf(narrowed) } as never, [offer])).toBeUndefined();
});
