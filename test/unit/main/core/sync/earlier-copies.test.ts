/** Pages that show a record with an earlier update time than the copy on this computer. */
import { expect, it } from 'vitest';
import { DAY, HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

/** A desk that has read a colleague's change of lead 7 a minute ago. `back` makes the service show it as before. */
const deskAfterChange = async (changedAt?: string) => {
  const desk = await listDesk('lead', { pageSize: 100, splitAbove: 1000 });
  // So each round reads the newest page.
  desk.service.ignoresTimes = true;
  desk.service.records = recordsFrom(1, 20);
  await desk.round();
  desk.service.now += HOUR;
  const earlier = desk.service.records;
  desk.service.records = earlier.map((one) =>
    one.id === '7' ? { ...one, name: 'Changed', update: changedAt ?? desk.time() } : one,
  );
  desk.service.now += MINUTE;
  await desk.round();
  expect(desk.nameOf('7')).toBe('Changed');
  desk.service.now += MINUTE;
  const changed = desk.service.records;
  return {
    desk,
    back: () => void (desk.service.records = earlier),
    forth: () => void (desk.service.records = changed),
  };
};

it('[PL30] a page of a machine that is some minutes behind does not hide a change that was here', async () => {
  const { desk, back, forth } = await deskAfterChange();
  back();
  for (let n = 0; n < 10; n += 1) {
    await desk.round();
    expect(desk.nameOf('7')).toBe('Changed');
    desk.service.now += MINUTE;
  }
  forth();
  desk.service.now += DAY;
  await desk.round();
  expect(desk.nameOf('7')).toBe('Changed');
});

it('[PL30] a record that the service has restored from a backup is here after a quarter of an hour', async () => {
  const { desk, back } = await deskAfterChange();
  back();
  await desk.round();
  desk.service.now += 15 * MINUTE;
  await desk.round();
  expect(desk.nameOf('7')).toBe('Name 7');
});

it('[PL30] a change after the clock of the service was corrected is here at once', async () => {
  const { desk, back } = await deskAfterChange('2026-06-01 15:00:00');
  back();
  await desk.round();
  expect(desk.nameOf('7')).toBe('Name 7');
});

it('[PL30] a record that the service has restored is not kept because this computer has a clock that was set back', async () => {
  const { desk, back } = await deskAfterChange();
  back();
  desk.service.skewMs = -DAY;
  await desk.round();
  expect(desk.nameOf('7')).toBe('Name 7');
});
