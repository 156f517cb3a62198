/**
 * Orders that are made, or become drafts, between the reads of the default list and of the list of drafts, which
 * shows every order.
 */
import { afterEach, expect, it } from 'vitest';
import { formatServerTime } from '../../../src/shared/domain/time';
import { makeVirtualDesk, type VirtualDesk } from '../../support/sync/virtual-desk';

let desk: VirtualDesk | undefined;
afterEach(async () => {
  await desk?.dispose();
  desk = undefined;
});

/** Copies an order of the service under a new id, as if a colleague had made it now. */
const makeOrder = ({ service, time }: VirtualDesk): string => {
  const { database } = service;
  const id = '880000000000000001';
  const now = formatServerTime(time.now(), 8 * 3_600_000);
  const [from, doc] = database
    .prepare(
      "SELECT CAST(id AS TEXT), doc FROM record WHERE resource = 'order' AND removed = 0 AND draft = 0 LIMIT 1",
    )
    .raw()
    .get() as [string, string];
  const columns = (database.prepare("SELECT name FROM pragma_table_info('record')").pluck().all() as string[])
    .filter((name) => !['id', 'doc', 'create_time', 'update_time'].includes(name))
    .join(', ');
  const made = doc.replaceAll(from, id).replaceAll(/"(create_time|update_time)":"[^"]*"/g, `"$1":"${now}"`);
  database
    .prepare(
      `INSERT INTO record (id, doc, create_time, update_time, ${columns}) SELECT ?, ?, ?, ?, ${columns}
        FROM record WHERE resource = 'order' AND id = ?`,
    )
    .run(BigInt(id), made, now, now, BigInt(from));
  return id;
};

it('[PL7] a new order counts as a draft for seconds only, and the windows are told', async () => {
  desk = await makeVirtualDesk({ pull: { detailBudget: 0 } });
  await desk.attend(true);
  await desk.time.advance(120_000);
  const { time, service } = desk;
  const pass = service.wire.intercept!;
  const made = { id: '', at: 0 };
  service.wire.intercept = (request, next) => {
    if (made.id === '' && request.url.includes('approval_with_draft')) {
      made.id = makeOrder(desk!);
      made.at = time.now();
    }
    return pass(request, next);
  };
  const shown = async () => {
    const view = { resource: 'order', sort: [{ field: 'create_time', direction: 'desc' }] } as const;
    const { rows } = await desk!.window().records.page({ view: view as never, start: 0, limit: 5 });
    return rows.find(({ id }) => id === made.id);
  };
  /** The order as a window shows it: the window reads the list again at each event. */
  const seen: Awaited<ReturnType<typeof shown>>[] = [];
  const events = await desk.window().events();
  void (async () => {
    for await (const event of events)
      if (event.type === 'records' && event.resources.includes('order')) seen.push(await shown());
  })();
  while (made.id === '') await time.advance(1_000);
  await time.advance(4_000);
  expect(await shown()).toMatchObject({ id: made.id });
  expect((await shown())?.draft).toBeUndefined();
  expect(seen.at(-1)).toMatchObject({ id: made.id });
  expect(seen.at(-1)?.draft).toBeUndefined();
});

it('[PL7] an order that becomes a draft again is shown as one after minutes; an order that only changes never is', async () => {
  desk = await makeVirtualDesk({ pull: { detailBudget: 0 } });
  await desk.attend(true);
  await desk.time.advance(120_000);
  const { time, service } = desk;
  const [again, other] = service.database
    .prepare(
      "SELECT CAST(id AS TEXT) FROM record WHERE resource = 'order' AND removed = 0 AND draft = 0 LIMIT 2",
    )
    .pluck()
    .all() as [string, string];
  const isDraft = async (id: string): Promise<boolean> =>
    (await desk!.window().records.get({ resource: 'order', id }))?.draft === true;
  const touch = (id: string, draft: number): void => {
    const now = formatServerTime(time.now(), 8 * 3_600_000);
    service.database
      .prepare(
        `UPDATE record SET draft = ?, update_time = ?, doc = json_set(doc, '$.update_time', ?)
          WHERE resource = 'order' AND id = ?`,
      )
      .run(draft, now, now, BigInt(id));
  };
  const pass = service.wire.intercept!;
  let isTouched = false;
  // Both are changed right before a read of the list of drafts, which shows both.
  service.wire.intercept = (request, next) => {
    if (!isTouched && request.url.includes('approval_with_draft')) {
      isTouched = true;
      touch(again, 1);
      touch(other, 0);
    }
    return pass(request, next);
  };
  const seen: boolean[] = [];
  while (!isTouched) await time.advance(1_000);
  for (let second = 0; second < 180; second += 1) {
    await time.advance(1_000);
    seen.push(await isDraft(other));
  }
  expect(await isDraft(again)).toBe(true);
  expect(seen).not.toContain(true);
  // It is approved again.
  touch(again, 0);
  await time.advance(600_000);
  expect(await isDraft(again)).toBe(false);
});
