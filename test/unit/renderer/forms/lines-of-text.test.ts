/** A text of several lines keeps its lines in a form. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { unlistedField } from '../../../../src/renderer/forms/fields/asked-fields';
import { drawSettled } from '../../../support/renderer/draw-settled';

// Variables, because these tests are compiled without JSX.
const CONTROLS: string = '../../../../src/renderer/forms/fields/controls';
const OWN_FIELDS: string = '../../../../src/renderer/forms/fields/own-fields';
const ADDRESS = 'Hafenstraße 12\n20457 Hamburg';

const drawn = async (file: string, name: string, value: string): Promise<string> => {
  const controls = (await import(file)) as Record<string, FunctionComponent<object>>;
  const field = unlistedField('1', 'Own');
  return await drawSettled(controls[name]!, {
    label: 'Address',
    place: 'p',
    value,
    field,
    onChange: () => {},
  });
};

it.each([
  [CONTROLS, 'TextControl'],
  [OWN_FIELDS, 'OwnFieldInput'],
])('an input of one line would join them without a space', async (file, name) => {
  expect(await drawn(file, name, ADDRESS)).toContain(`${ADDRESS}</textarea>`);
  expect(await drawn(file, name, 'Hafenstraße 12')).not.toContain('<textarea');
});
