import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterSchema } from '#shared/contract/records';
import { PRESETS } from '../../../src/renderer/records/filter-model';
import { readFilter } from '../../../src/renderer/records/read-filter';

const part = fc.oneof(
  fc.string({ maxLength: 260 }),
  fc.constant(''),
  fc.constant(null),
  fc.integer(),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 }),
  fc.constant(Array.from({ length: 501 }, () => 'x')),
);
const given = fc.record(
  {
    field: fc.oneof(fc.string(), fc.integer()),
    op: fc.constantFrom('in', 'between', 'contains', 'empty', 'notEmpty', 'near', 3),
    values: part,
    from: part,
    to: part,
    text: part,
    more: part,
  },
  { requiredKeys: [] },
);

describe('a filter from an address', () => {
  it('is accepted exactly if the contract accepts it', () => {
    let passed = 0;
    fc.assert(
      fc.property(given, (filter) => {
        const parsed = filterSchema.safeParse(filter);
        passed += parsed.success ? 1 : 0;
        expect(readFilter(filter)).toEqual(parsed.success ? parsed.data : undefined);
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(100);
  });

  it.each([[null], ['x'], [[]], [7], [undefined]])('is never %j', (value) =>
    expect(readFilter(value)).toBeUndefined(),
  );

  it('may be a named range of days', () => {
    for (const preset of PRESETS)
      expect(readFilter({ field: 'create_time', op: 'within', preset, more: 1 })).toEqual({
        field: 'create_time',
        op: 'within',
        preset,
      });
    expect(readFilter({ field: 'create_time', op: 'within', preset: 'someday' })).toBeUndefined();
  });
});
