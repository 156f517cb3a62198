import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import type { Command } from '#shared/domain/intent';
import { LONGEST_TEXT } from '#shared/domain/push-value';
import { validatePush } from '#shared/domain/validate-push';
import { unlistedField } from '../../../../src/renderer/forms/fields/asked-fields';
import { drawSettled } from '../../../support/renderer/draw-settled';

// Variables, because these tests are compiled without JSX.
const CONTROLS: string = '../../../../src/renderer/forms/fields/controls';
const OWN_FIELDS: string = '../../../../src/renderer/forms/fields/own-fields';

const TOO_LONG = 'x'.repeat(LONGEST_TEXT + 1);

/** The length at which the browser cuts what is typed or pasted. */
const lengthOf = async (file: string, name: string, more: object): Promise<number> => {
  const controls = (await import(file)) as Record<string, FunctionComponent<object>>;
  const properties = { label: 'Remark', place: 'p', value: '', onChange: () => {}, ...more };
  const html = await drawSettled(controls[name]!, properties);
  return Number(/maxLength="(\d+)"/i.exec(html)?.[1]);
};

it.each(['TextControl', 'LongControl'])(
  'the browser does not cut a text that is too long to be sent: %s',
  async (name) => {
    expect(await lengthOf(CONTROLS, name, {})).toBeGreaterThan(2 * LONGEST_TEXT);
  },
);

it.each(['text', 'longText'] as const)('nor that of a custom field: %s', async (type) => {
  const field = { ...unlistedField('1', 'Own'), type };
  expect(await lengthOf(OWN_FIELDS, 'OwnFieldInput', { field })).toBeGreaterThan(2 * LONGEST_TEXT);
});

it('such a text is an issue at its field', () => {
  const command: Command = {
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name: 'Acme', pool_id: '0', remark: TOO_LONG },
    custom: { '11': TOO_LONG, '12': ['a', TOO_LONG], '13': 'short' },
    children: [{ ref: 'local:a', fields: { name: TOO_LONG }, custom: { '14': TOO_LONG } }],
  };
  expect(validatePush(command).map(({ path, code }) => [path.join('.'), code])).toEqual([
    ['fields.remark', 'too-long'],
    ['fields.11', 'too-long'],
    ['fields.12', 'too-long'],
    ['children.0.name', 'too-long'],
    ['children.0.14', 'too-long'],
  ]);
});
