/** A list that begins with the oldest record, because the contract states no order. */
import { expect, it } from 'vitest';
import { listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

it.each([
  ['update', false],
  ['create', true],
])(
  '[PL6] a list that begins with the oldest record shows a new one at once; its filter means %s',
  async (meaning, filtersByCreation) => {
    const desk = await listDesk('trail');
    Object.assign(desk.service, { isOldestFirst: true, filtersByCreation });
    desk.service.records = recordsFrom(1, 95);
    // Old records that were edited show what the filter means.
    for (const record of desk.service.records.slice(0, 9)) record.update = '2026-05-20 09:00:00';
    for (let n = 0; n < 3; n += 1) {
      await desk.round();
      desk.service.now += MINUTE;
    }
    expect(desk.state()).toMatchObject({ meaning, newestFirst: false, phase: 'steady' });
    const requests = desk.service.requests.length;
    for (const id of ['900', '901', '902']) {
      desk.service.records.push({ id, create: desk.time(), update: desk.time() });
      desk.service.now += MINUTE;
      await desk.round();
      expect(desk.held()).toContain(id);
    }
    expect(desk.service.requests.length - requests).toBeLessThan(12);
  },
);

it('[PL8] so does such a list within minutes if its time filter is ignored, and loses a deleted record', async () => {
  const desk = await listDesk('trail');
  Object.assign(desk.service, { isOldestFirst: true, ignoresTimes: true });
  desk.service.records = recordsFrom(1, 95);
  const rounds = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes; n += 1) {
      desk.service.now += MINUTE;
      await desk.round();
    }
  };
  await rounds(3);
  expect(desk.state()).toMatchObject({ meaning: 'ignored', newestFirst: false, phase: 'steady' });
  await rounds(30);
  desk.service.records.push({ id: '900', create: desk.time(), update: desk.time() });
  await rounds(20);
  expect(desk.held()).toContain('900');
  desk.service.records = desk.service.records.filter(({ id }) => id !== '50');
  await rounds(30);
  expect(desk.held()).not.toContain('50');
  // Without changes, each round reads the first pages only.
  desk.service.requests.length = 0;
  await rounds(60);
  expect(desk.service.requests.length).toBeLessThan(60 * 3);
});
