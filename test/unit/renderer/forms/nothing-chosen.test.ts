/** The live service writes 0 where nothing was chosen. The lists show nothing then. */
import { expect, it } from 'vitest';
import { validatePush } from '#shared/domain/validate-push';
import { withMissing } from '../../../../src/renderer/forms/fields/options';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import { valuesForNew } from '../../../../src/renderer/forms/values/anew-values';
import { NO_VALUES, valuesOf } from '../../../../src/renderer/forms/values/form-values';

const RECORD = {
  fields: { name: 'Acme', pool_id: 0, star: 0, scale_id: '0', intention_level: 0, annual_procurement: 0 },
  children: [{ ref: '8', fields: { name: 'Ann', gender: 0, main_customer_flag: 0 } }],
};

it('a form shows no choice for 0 either, unless 0 is one', () => {
  const { fields, children } = valuesOf('company', RECORD);
  expect(fields).toEqual({
    name: 'Acme',
    pool_id: '0',
    star: '',
    scale_id: '',
    intention_level: '0',
    annual_procurement: '0',
  });
  expect(children[0]?.fields).toEqual({ name: 'Ann', gender: '', main_customer_flag: '0' });
});

it('a code of a list of the CRM is shown as a number only if it is not 0', () => {
  const listed = [{ id: '1', name: 'Maker' }];
  expect(withMissing(listed, ['0'])).toEqual(listed);
  expect(withMissing(listed, ['4']).at(-1)).toEqual({ id: '4', name: '#4' });
});

it('"Create again" makes a record that can be saved', () => {
  const values = valuesForNew('company', RECORD, { fields: { remark: 'x' }, children: [] }, () => 'local:a');
  const { command } = buildCommand({ kind: 'company', target: null, start: NO_VALUES, values });
  expect(validatePush(command)).toEqual([]);
});
