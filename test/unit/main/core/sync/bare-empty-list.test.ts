/** A service that answers `data: []` for an empty list. */
import { describe, expect, it } from 'vitest';
import { DAY, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

describe('a service that says data: [] for an empty list', () => {
  it('has complete lists', async () => {
    const desk = await listDesk('quotation');
    desk.service.records = recordsFrom(1, 5);
    desk.service.fault = (request) => {
      if (request.ids.length > 0) return null;
      const text = `{"code":200,"message":"success","now":"${desk.time()}","data":[]}`;
      const body = JSON.parse(text);
      return { kind: 'ok', body, data: body.data, now: desk.time(), text };
    };
    for (let n = 0; n < 5; n += 1) {
      await desk.round();
      desk.service.now += MINUTE;
    }
    desk.service.now += DAY * 3;
    await desk.round();
    for (const spec of desk.lanes) expect(desk.state(spec).unverified).toEqual([]);
  });
});
