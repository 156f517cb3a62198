import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createService, type Service } from '#service/create-service';
import type { Dataset } from '#service/dataset/seed-dataset';
import { seededRandom } from '#service/random';
import { SERVICE_RESOURCES, type ServiceResource } from '#service/store/record-store';

const NOON = Date.UTC(2026, 10, 20, 4);
const make = (seed: number, clockMs = NOON, dataset: Dataset = 'demo'): Service =>
  createService({
    database: new Database(':memory:'),
    clock: () => clockMs,
    random: seededRandom(1),
    seed,
    dataset,
  });
const everything = (service: Service): string =>
  SERVICE_RESOURCES.map((resource) =>
    (
      service.context.store.db
        .prepare('SELECT doc || detail FROM record WHERE resource = ? ORDER BY id')
        .pluck()
        .all(resource) as string[]
    ).join('\n'),
  ).join('\n');

describe('demo dataset', () => {
  const service = make(1);
  const all = everything(service);

  test('contains the documented records', () => {
    const sizes: [ServiceResource, number][] = [
      ['user', 12],
      ['company', 400],
      ['lead', 150],
      ['trail', 3000],
      ['order', 1200],
      ['quotation', 900],
      ['purchaseOrder', 500],
      ['outboundInvoice', 300],
      ['receipt', 400],
    ];
    for (const [resource, size] of sizes) expect(service.truth(resource), resource).toHaveLength(size);
  });

  // One each: making a company takes seconds on a busy machine.
  test.each([
    { title: 'the same at another hour of the day', seed: 1, at: NOON + 3_600_000, isSame: true },
    { title: 'another for another seed', seed: 2, at: NOON, isSame: false },
    { title: 'another on another day', seed: 1, at: NOON + 86_400_000, isSame: false },
  ])('is $title', ({ seed, at, isSame }) => {
    expect(everything(make(seed, at)) === all).toBe(isSame);
  });

  test('contains all irregular values of contract B', () => {
    const lengths = new Set(
      SERVICE_RESOURCES.flatMap((resource) => service.truth(resource).map((record) => record.id.length)),
    );
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([10, 13, 17, 19]);
    for (const dirt of [
      '"1970-01-01 00:00:00"',
      '"1970-01-01 08:00:00"',
      ':null',
      '"12.5000000000"',
      '"department_id":0',
      '🚢',
      '有限公司',
      'formerly the Amalgamated',
      '"opportunity_info":[]',
    ])
      expect(all.includes(dirt), dirt).toBe(true);
    expect(service.truth('order').some((record) => record.createTime > record.updateTime)).toBe(true);
  });

  test('a company is public in its details if it has no owner', () => {
    const companies = service.truth('company').map(({ id, doc, detail }) => ({
      id,
      isPublic: detail['is_public'] === 1,
      isOwned: (doc['user_id'] as unknown[]).length > 0,
    }));
    expect(companies.some(({ isPublic }) => isPublic)).toBe(true);
    expect(companies.filter(({ isPublic, isOwned }) => isPublic === isOwned)).toEqual([]);
  });

  test('what is invoiced for an order is not older than the order', () => {
    const dayOf = (time: string): string => time.slice(0, 10);
    const orders = new Map(service.truth('order').map(({ id, createTime }) => [id, dayOf(createTime)]));
    const pairs = service.truth('outboundInvoice').flatMap(({ createTime, detail }) =>
      Object.values(detail['record_list'] as Record<string, Record<string, unknown>>).flatMap((line) => {
        const ordered = orders.get(String(line['order_id']));
        return ordered === undefined ? [] : [{ ordered, invoiced: dayOf(createTime) }];
      }),
    );
    expect(pairs.length).toBeGreaterThan(100);
    expect(pairs.filter(({ ordered, invoiced }) => invoiced < ordered)).toEqual([]);
  });

  test('has only dates before today', () => {
    for (const resource of SERVICE_RESOURCES)
      for (const record of service.truth(resource))
        expect(record.updateTime < '2026-11-20 00:00:00', `${resource} ${record.updateTime}`).toBe(true);
  });
});

test('a number makes that many orders and the rest in proportion; empty makes none', () => {
  const service = make(1, NOON, 120);
  expect(service.truth('order')).toHaveLength(120);
  expect(service.truth('trail')).toHaveLength(300);
  expect(make(1, NOON, 'empty').truth('order')).toHaveLength(0);
});
