import { describe, expect, it } from 'vitest';
import { buildRequest } from '#core/outbox/delivery/build-request';
import type { Command } from '#shared/domain/intent';
import { commandSchema } from '#shared/domain/intent-schema';
import { readTyped, valueFault } from '#shared/domain/push-value';

const company = (biz_type: unknown): Command => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: { name: 'Acme', pool_id: '0', biz_type },
  children: [],
});

describe('a business type, whose code is a number or a text from the lookup', () => {
  it.each([
    ['2', 2, '"biz_type":2'],
    ['生产商', '生产商', '"biz_type":"生产商"'],
    ['07', '07', '"biz_type":"07"'],
    ['1_2', '1_2', '"biz_type":"1_2"'],
    ['２', 2, '"biz_type":2'],
  ])('%s is sent as in the lookup', (chosen, value, wire) => {
    const read = readTyped('code', chosen);
    expect(read).toBe(value);
    expect(valueFault('code', read)).toBeNull();
    expect(commandSchema.safeParse(company(read)).success).toBe(true);
    expect(buildRequest(company(read)).body).toContain(wire);
  });
  it.each(['', ' ', 2.5, null, ['2'], '9'.repeat(300)])('%j is not a code', (value) => {
    expect(valueFault('code', value)).not.toBeNull();
    expect(commandSchema.safeParse(company(value)).success).toBe(false);
  });
});
