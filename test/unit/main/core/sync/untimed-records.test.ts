/** Records without a creation time in a long list: no time window of a census contains them. */
import { expect, it } from 'vitest';
import { DAY, HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

const longList = async () => {
  const desk = await listDesk('trail');
  Object.assign(desk.service, { filtersByCreation: true });
  desk.service.records = recordsFrom(1, 45);
  for (const record of desk.service.records.slice(0, 9)) record.update = '2026-05-20 09:00:00';
  const stray = { id: '900', create: '0000-00-00 00:00:00', update: '2026-02-03 09:00:00', hidden: false };
  desk.service.records.push(stray);
  for (let n = 0; n < 3; n += 1) {
    await desk.round();
    desk.service.now += MINUTE;
  }
  expect(desk.state()).toMatchObject({ meaning: 'create', phase: 'steady' });
  expect(desk.held()).toContain('900');
  return { desk, stray };
};

it('[PL31] such a record that is gone is deleted, also if the computer was off after its first census', async () => {
  const { desk, stray } = await longList();
  stray.hidden = true;
  desk.service.now += DAY + HOUR;
  await desk.round();
  expect(desk.held()).toContain('900');
  desk.service.now += DAY + HOUR;
  await desk.round();
  expect(desk.held()).not.toContain('900');
});

it('[PL31] it causes no census after another while no walk of the list can prove that it is gone', async () => {
  const { desk, stray } = await longList();
  stray.hidden = true;
  // The list changes during every walk after the first one.
  let next = 1000;
  desk.service.now += DAY + HOUR;
  await desk.round();
  desk.service.meddle = () => {
    const { page, from } = desk.service.requests.at(-1)!;
    if (page === 3 && from === null)
      desk.service.records.push({ id: String((next += 1)), create: desk.time(), update: desk.time() });
  };
  desk.service.now += 10 * MINUTE;
  await desk.round();
  const before = desk.service.requests.length;
  for (let n = 0; n < 36; n += 1) {
    desk.service.now += 10 * MINUTE;
    await desk.round();
  }
  expect(desk.held()).toContain('900');
  expect(desk.service.requests.length - before).toBeLessThan(150);
  desk.service.meddle = () => undefined;
  desk.service.now += DAY;
  for (let n = 0; n < 3; n += 1) {
    desk.service.now += 10 * MINUTE;
    await desk.round();
  }
  expect(desk.held()).not.toContain('900');
});

it('[PL31] such an archived record that is gone is deleted within minutes of the first census', async () => {
  const desk = await listDesk('lead');
  desk.service.records = recordsFrom(1, 45).map((record) => ({ ...record, archived: true }));
  for (const record of desk.service.records.slice(0, 9)) record.update = '2026-05-20 09:00:00';
  const stray = { id: '900', create: '', update: '2026-02-03 09:00:00', hidden: false, archived: true };
  desk.service.filtersByCreation = true;
  desk.service.records.push(stray);
  for (let n = 0; n < 3; n += 1) {
    await desk.round();
    desk.service.now += MINUTE;
  }
  expect(desk.held()).toHaveLength(46);
  stray.hidden = true;
  desk.service.now += DAY + HOUR;
  for (let n = 0; n < 5; n += 1) {
    await desk.round();
    desk.service.now += 10 * MINUTE;
  }
  expect(desk.held()).toHaveLength(45);
});
