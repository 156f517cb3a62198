import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '#core/api/retry-after';
import { createThrottle, withThrottle } from '#core/api/throttle';
import type { HttpRequest, HttpResult } from '#core/ports/ports';

const DAY_MS = 24 * 3_600_000;
const answer = (status: number, text = '', headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  text,
  url: 'http://x/',
});
const request: HttpRequest = { method: 'GET', url: 'http://x/', headers: {}, timeoutMs: 1 };
const makeDoor = (result: HttpResult) => {
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now };
  const throttle = createThrottle(clock);
  let left = 0;
  const send = async (): Promise<HttpResult> => {
    left += 1;
    return result;
  };
  return {
    time,
    throttle,
    left: () => left,
    door: withThrottle({ read: send, push: send }, throttle, clock),
  };
};

describe('Retry-After', () => {
  it('given as the time of the end in seconds or milliseconds since 1970 is no wait of a day', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const end = now + 90_000;
    for (const value of [String(end / 1000), String(end)])
      expect([value, retryAfterMs({ 'retry-after': value }, now)]).toEqual([value, 90_000]);
    // The clock of this computer is an hour behind; the service tells its time.
    const date = new Date(now).toUTCString();
    expect(retryAfterMs({ 'retry-after': String(end / 1000), date }, now - 3_600_000)).toBe(90_000);
    expect(retryAfterMs({ 'retry-after': '86400' }, now)).toBe(DAY_MS);
  });
  it('that is neither seconds nor a date is not read as a date of the past', () => {
    for (const value of ['-1', '60;', '0.5.5'])
      expect([value, retryAfterMs({ 'retry-after': value }, 0)]).toEqual([value, null]);
  });
  it('given by the service and by a gateway in front of it: the longer one counts', () => {
    // The transport joins headers of one name.
    for (const value of ['60, 3600', '3600,60', '3600, 3600'])
      expect([value, retryAfterMs({ 'retry-after': value }, 0)]).toEqual([value, 3_600_000]);
    expect(retryAfterMs({ 'retry-after': '60, soon' }, 0)).toBeNull();
  });
  it.each([
    ['7', 7_000],
    [' 0 ', 1_000],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 10_000],
    ['999999999', DAY_MS],
    ['120.0', 120_000],
    ['1.5', 1_500],
    ['soon', null],
  ])('[HT4] %j is %s ms', (value, ms) => {
    expect(retryAfterMs({ 'Retry-After': value }, 0)).toBe(ms);
  });

  it.each([
    ['behind', -2],
    ['ahead', 2],
  ])('[HT4] given as a date, lasts as long as the service asks although our clock is %s', (_, hours) => {
    const headers = {
      date: 'Wed, 20 May 2026 10:00:00 GMT',
      'retry-after': 'Wed, 20 May 2026 10:00:30 GMT',
    };
    expect(retryAfterMs(headers, Date.UTC(2026, 4, 20, 10 + hours))).toBe(30_000);
  });
});

describe('the throttle', () => {
  it('[HT4] after a 429 to a read also stops pushes, which are certainly unsent', async () => {
    const { door, left, time } = makeDoor(answer(429, '', { 'retry-after': '5' }));
    await door.read(request);
    expect(await door.push(request)).toMatchObject({ kind: 'failure', unsent: true });
    time.now += 1_500;
    expect(await door.read(request)).toMatchObject({ status: 429, headers: { 'retry-after': '4' } });
    expect(left()).toBe(1);
    time.now += 3_500;
    await door.push(request);
    expect(left()).toBe(2);
  });

  it('[HT4] recognises a 429 by its envelope, and does not mistake a record for one', async () => {
    const envelope = makeDoor(answer(200, '{"code":"429","message":"slow"}'));
    await envelope.door.push(request);
    expect(envelope.throttle.until() - envelope.time.now).toBe(30_000);
    const noNumber = makeDoor(answer(200, '{"code":429,"message":"slow","data":{"rate":NaN}}'));
    await noNumber.door.push(request);
    expect(noNumber.throttle.until() - noNumber.time.now).toBe(30_000);
    const record = makeDoor(answer(200, '{"code":200,"data":{"code":429,"name":"429"}}'));
    await record.door.read(request);
    expect(record.throttle.until()).toBeLessThanOrEqual(record.time.now);
  });

  it('[HT4] a clock that is set back does not lengthen the wait, and one set forward ends it', async () => {
    const { door, throttle, time } = makeDoor(answer(429, '', { 'retry-after': '5' }));
    await door.read(request);
    time.now -= 900_000;
    expect(throttle.until() - time.now).toBe(5_000);
    time.now += 2 * DAY_MS;
    expect(throttle.until()).toBe(0);
    time.now -= 2 * DAY_MS;
    expect(throttle.until()).toBe(0);
  });

  it('[HT4] keeps the longer of two waits, and the wait of an earlier run', async () => {
    const { throttle, time } = makeDoor(answer(200));
    const kept: number[] = [];
    throttle.restore({ until: time.now + 60_000, forMs: 60_000 }, ({ until }) => kept.push(until));
    throttle.hold(5_000);
    expect(throttle.until() - time.now).toBe(60_000);
    throttle.hold(90_000);
    expect(kept).toEqual([time.now + 90_000]);
  });

  it('[HT4] a wait that is over is not kept: it does not begin again if the clock is set back before the next start', () => {
    const { throttle, time } = makeDoor(answer(200));
    let kept = { until: 0, forMs: 0 };
    throttle.restore(null, (wait) => (kept = wait));
    throttle.hold(60_000);
    time.now += 60_000;
    throttle.until();
    time.now -= 50_000;
    const next = createThrottle({ now: () => time.now });
    next.restore(kept, () => undefined);
    expect(next.until()).toBeLessThanOrEqual(time.now);
  });

  it('[HT4] after a 503 with a Retry-After stops reads and pushes for as long as the service asks', async () => {
    const { door, left, time, throttle } = makeDoor(answer(503, 'maintenance', { 'retry-after': '600' }));
    expect(await door.push(request)).toMatchObject({ kind: 'answer', status: 503 });
    expect(throttle.until() - time.now).toBe(600_000);
    expect(await door.push(request)).toMatchObject({ kind: 'failure', unsent: true });
    expect(await door.read(request)).toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
    expect(left()).toBe(1);
    time.now += 600_000;
    await door.read(request);
    expect(left()).toBe(2);
    expect(throttle.until() - time.now).toBe(600_000);
    const days = makeDoor(answer(503, '', { 'retry-after': '31536000' }));
    await days.door.read(request);
    expect(days.throttle.until() - days.time.now).toBe(DAY_MS);
  });

  it('[HT4] begins no wait after a 503 that does not say how long, or after another error of the server', async () => {
    for (const result of [
      answer(503),
      answer(503, '', { 'retry-after': 'soon' }),
      answer(500, '', { 'retry-after': '600' }),
    ]) {
      const { door, time, throttle } = makeDoor(result);
      await door.read(request);
      expect(throttle.until()).toBeLessThanOrEqual(time.now);
    }
  });

  it('[HT4] a path that gets 503 again and again while others are answered does not stop the account', async () => {
    const stock = 'http://x/v1/product/inventory-list?sku_id=';
    const orders = 'http://x/v1/invoices/order/list';
    const time = { now: 1_000_000 };
    const clock = { now: () => time.now };
    const throttle = createThrottle(clock);
    let isStockDown = true;
    const send = async ({ url }: HttpRequest): Promise<HttpResult> =>
      isStockDown && url.startsWith(stock)
        ? answer(503, '', { 'retry-after': '60' })
        : answer(200, '{"code":200}');
    const door = withThrottle({ read: send, push: send }, throttle, clock);
    const read = async (url: string): Promise<number> => {
      await door.read({ ...request, url });
      return Math.max(0, throttle.until() - time.now);
    };
    expect(await read(`${stock}1`)).toBe(60_000);
    time.now += 60_000;
    // Nothing was answered since, so the whole service may be down.
    expect(await read(`${stock}2`)).toBe(60_000);
    time.now += 60_000;
    expect(await read(orders)).toBe(0);
    expect(await read(`${stock}3`)).toBe(0);
    expect(await read(`${stock}3`)).toBe(0);
    isStockDown = false;
    expect(await read(`${stock}3`)).toBe(0);
    isStockDown = true;
    expect(await read(`${stock}3`)).toBe(60_000);
  });
});
