/** What a form saves after its item was discarded. */
import { expect, it } from 'vitest';
import { withoutItem } from '../../../../src/renderer/forms/opening/without-item';
import { NO_VALUES } from '../../../../src/renderer/forms/values/form-values';

let made = 0;
const newRef = (): string => `local:new-${++made}`;
const snapshot = (fields: object, children: { ref: string; fields: Record<string, unknown> }[] = []) => ({
  fields: { ...fields },
  children,
  readAt: null,
});

it('an edit is compared with what the form showed, and with the item’s base where the item changes it', () => {
  const shown = { ...NO_VALUES, fields: { tel: '999', phone: '2' }, custom: { 501: 'red', 502: 'x' } };
  const { base, start, values } = withoutItem(
    {
      kind: 'company',
      target: '5',
      // A colleague has changed the phone since the item was saved.
      base: snapshot({ tel: '1', phone: '1' }),
      seen: snapshot({ tel: '8', phone: '2' }),
      earlier: { fields: { tel: '999' }, children: [], custom: { 501: 'red' } },
      start: shown,
    },
    { ...shown, fields: { ...shown.fields, remark: 'typed' } },
    newRef,
  );
  expect(start).toMatchObject({ fields: { tel: '1', phone: '2' }, custom: { 502: 'x' } });
  expect(start.custom).not.toHaveProperty('501');
  expect(base?.fields).toEqual({ tel: '1', phone: '2' });
  expect(values.fields).toEqual({ tel: '999', phone: '2', remark: 'typed' });
});

it('a line that the item removed stays removed, and one that it added gets a new id', () => {
  const line = (ref: string, count: string) => ({ ref, fields: { outbound_count: count } });
  const { start, values } = withoutItem(
    {
      kind: 'outboundInvoice',
      target: '7',
      base: snapshot({}, [line('11', '1'), line('12', '2')]),
      earlier: {
        fields: {},
        children: [
          { ...line('11', '5') },
          { ref: '12', fields: {}, remove: true },
          { ...line('local:added', '3') },
        ],
      },
      start: { ...NO_VALUES, children: [line('11', '5'), line('local:added', '3')] },
    },
    { ...NO_VALUES, children: [line('11', '5'), line('local:added', '3')] },
    newRef,
  );
  expect(start.children.map(({ ref, fields }) => [ref, fields.outbound_count])).toEqual([
    ['11', '1'],
    ['12', '2'],
  ]);
  expect(values.children.map(({ ref, remove }) => [ref, remove ?? false])).toEqual([
    ['11', false],
    [expect.stringMatching(/^local:new-/), false],
    ['12', true],
  ]);
});

it('a new record gets new ids for all its contacts', () => {
  const children = [{ ref: 'local:a', fields: { name: 'Ann' } }];
  const { base, start, values } = withoutItem(
    {
      kind: 'company',
      target: null,
      base: null,
      earlier: { fields: {}, children },
      start: { ...NO_VALUES, children },
    },
    { ...NO_VALUES, children },
    newRef,
  );
  expect([base, start]).toEqual([null, NO_VALUES]);
  expect(values.children[0]).toMatchObject({ fields: { name: 'Ann' } });
  expect(values.children[0]?.ref).not.toBe('local:a');
});
