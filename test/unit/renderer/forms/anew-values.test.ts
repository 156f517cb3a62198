import { expect, it } from 'vitest';
import { valuesForNew } from '../../../../src/renderer/forms/session/anew-values';

it('a record begun anew has the base’s values under the edit’s, new contacts, and no number of the old one', () => {
  const values = valuesForNew(
    'company',
    {
      fields: { name: 'Harbor GmbH', serial_id: 'C100', remark: 'old' },
      children: [
        { ref: '71', fields: { name: 'Anna', email: 'anna@harbor.example' } },
        { ref: '72', fields: { name: 'Ben' } },
      ],
    },
    {
      fields: { remark: 'new' },
      children: [
        { ref: '71', fields: { tel: '0401' } },
        { ref: '72', fields: {}, remove: true },
        { ref: 'local:c', fields: { name: 'Cleo' } },
      ],
    },
    () => 'local:new',
  );
  expect(values.fields).toEqual({ name: 'Harbor GmbH', remark: 'new' });
  expect(values.children.map(({ fields }) => fields)).toEqual([
    { name: 'Anna', email: 'anna@harbor.example', tel: '0401' },
    { name: 'Cleo' },
  ]);
  expect(values.children.map(({ ref }) => ref)).toEqual(['local:new', 'local:new']);
});
