/** The live service declares the categories of a company as ids. E3 takes paths. */
import { expect, it } from 'vitest';
import { pathsById, wholePath } from '../../../../src/renderer/forms/fields/options';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import { valuesOf } from '../../../../src/renderer/forms/values/form-values';

const start = valuesOf('company', {
  fields: { name: 'Acme', pool_id: 0, category_ids: [31, '412'] },
  children: [],
});

it('a category that is added does not replace the others', () => {
  expect(start.fields.category_ids).toEqual([['31'], ['412']]);
  const values = {
    ...start,
    fields: { ...start.fields, category_ids: [['31'], ['412'], ['5', '51']] },
  };
  expect(buildCommand({ kind: 'company', target: '77', start, values }).command.fields).toEqual({
    pool_id: '0',
    category_ids: [['31'], ['412'], ['5', '51']],
  });
  expect(buildCommand({ kind: 'company', target: '77', start, values: start }).command.fields).toEqual({
    pool_id: '0',
  });
});

it('an id becomes its whole path if the list of categories has it', () => {
  const paths = pathsById([
    { id: '4', name: 'Light' },
    { id: '412', name: 'Lamps', parentId: '4' },
  ]);
  expect(wholePath('412', ['412'], paths)).toEqual(['4', '412']);
  expect(wholePath('412', undefined, paths)).toEqual(['4', '412']);
  expect(wholePath('412', ['3', '412'], paths)).toEqual(['3', '412']);
  expect(wholePath('99', ['99'], paths)).toEqual(['99']);
  expect(wholePath('99', undefined, paths)).toEqual(['99']);
});
