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
