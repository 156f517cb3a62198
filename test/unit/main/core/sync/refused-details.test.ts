/** Details that the service refused, when the list brings the record again. */
import { expect, it } from 'vitest';
import { DAY, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

it('[PL10] details that were refused are asked for again when the list item changes', async () => {
  const desk = await listDesk('company');
  desk.service.records = recordsFrom(1, 3);
  await desk.round();
  for (const id of ['1', '2']) desk.refusedDetails.add(`company ${id}`);
  desk.service.now += DAY;
  await desk.round();
  expect([...desk.refusedDetails]).toEqual(['company 1', 'company 2']);
  desk.service.now += MINUTE;
  desk.service.records[0]!.update = desk.time();
  await desk.round();
  expect([...desk.refusedDetails]).toEqual(['company 2']);
});
