import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '#core/store/schema/catalogue';
import { OVERLAID } from '#core/store/overlay/overlay-source';
import { INTENT_KINDS, type CommandChild, type IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable, WireType } from '#shared/domain/push-fields/push-field';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';
import { layOver } from './overlay-fixture';

const ref = fc.constantFrom(
  '0',
  '1',
  '2',
  '9007199254740993',
  '9223372036854775807',
  'local:x',
  'local:company-0',
);
const VALUE: Record<WireType, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom('', 'abc', '海港', 'local:not a ref', '007', '😀'),
  code: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('生产商', 'Trader')),
  int: fc.integer({ min: -1, max: 101 }),
  id: ref,
  decimal: fc.constantFrom('0', '1.50', '-3', '12345678901234567890.1'),
  date: fc.constantFrom('', '2026-01-01'),
  dateTime: fc.constantFrom('', '2026-01-01 00:00:00'),
  ids: fc.array(ref, { maxLength: 3 }),
  textIds: fc.array(ref, { maxLength: 3 }),
  idPaths: fc.array(fc.array(ref, { maxLength: 2 }), { maxLength: 2 }),
  json: fc.constantFrom([], ['x'], [{ a: 1 }]),
};
const fieldsOf = (table: FieldTable): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(table).map(([key, { type }]) => [key, VALUE[type]])), {
    requiredKeys: [],
  });
const childrenOf = (kind: IntentKind): fc.Arbitrary<CommandChild[]> =>
  kind === 'trailNote'
    ? fc.constant([])
    : fc.array(
        fc.record(
          {
            ref: fc.constantFrom('local:a', 'local:b', '11', '12'),
            fields: fieldsOf(KIND_TABLES[kind].children),
            remove: fc.constant(true as const),
          },
          { requiredKeys: ['ref', 'fields'] },
        ),
        { maxLength: 3 },
      );
const command = fc.constantFrom(...INTENT_KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    fields: fieldsOf(KIND_TABLES[kind].fields),
    children: childrenOf(kind),
    target: kind === 'trailNote' ? fc.constant(undefined) : fc.constantFrom(undefined, '1', '2', '3'),
    end: fc.constantFrom('queued', 'uncertain', 'applied'),
  }),
);
/** Whatever a service may send in a field. */
const stray = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  0,
  -1,
  1.5,
  '12',
  'text',
  true,
  [],
  {},
  [null],
  [1, '2'],
  [{ user_id: 1, nickname: 'Li' }],
  { id: 1, name: 'Acme' },
  { company_id: '2' },
  { a: { b: 1 } },
  '1970-01-01 08:00:00',
);

describe('any valid command over any record', () => {
  it('can be listed by every column, found, opened and related, each record once', () => {
    const cache = openTemporaryCache();
    fc.assert(
      fc.property(
        fc.array(command, { minLength: 1, maxLength: 5 }),
        fc.array(stray, { minLength: 40, maxLength: 60 }),
        fc.nat(),
        (commands, strays, pick) => {
          for (const resource of OVERLAID) {
            const record = (id: number, from: number): Record<string, unknown> => ({
              ...Object.fromEntries(
                CATALOGUE[resource].fields.map((field, i) => [field.key, strays[(i + from) % strays.length]]),
              ),
              [RESOURCE_INFO[resource].idField]: id,
            });
            apply(cache, resource, [record(1, 0), record(2, 7)]);
            applyDetail(cache, resource, record(1, 13));
          }
          const over = layOver(cache);
          const ids = commands.map(({ kind, fields, children, target }, i) =>
            over.push(kind, fields, {
              children,
              id: `local:${kind}-${i}`,
              ...(target === undefined ? {} : { target }),
            }),
          );
          commands.forEach(({ target, end }, i) => {
            if (end === 'applied')
              over.applied(
                ids[i]!,
                '2026-07-01 00:00:00',
                target === undefined ? String(100 + i) : undefined,
              );
            else over.move(ids[i]!, end);
          });
          for (const resource of OVERLAID) {
            const columns = cache.columns(resource).filter((column) => column.sort !== 'none');
            for (const direction of ['asc', 'desc'] as const) {
              const { rows, total } = over.records.page(
                { resource, sort: [{ field: columns[pick % columns.length]!.key, direction }] },
                0,
                100,
              );
              expect(rows).toHaveLength(total);
              expect(new Set(rows.map((row) => row.id)).size).toBe(total);
              for (const row of rows) {
                const found = over.records.get(resource, row.id);
                expect(found?.row.values).toEqual(row.values);
                JSON.stringify(over.records.related(resource, row.id, 5));
              }
            }
          }
          const created = [...commands.entries()].filter(([, { target }]) => target === undefined);
          const missing = created.filter(
            ([i, { kind }]) => over.records.get(RESOURCE_OF_KIND[kind], ids[i]!) === null,
          );
          expect(missing).toEqual([]);
          over.records.search('abc', { limit: 10 });
          over.records.search('海港', { limit: 10 });
        },
      ),
      { numRuns: Number(process.env.OVERLAY_RUNS ?? 20) },
    );
  }, 120_000);
});
