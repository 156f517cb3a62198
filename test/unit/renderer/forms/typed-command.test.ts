import { describe, expect, it } from 'vitest';
import { typedCommand, typedIn } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { COMMAND_SCHEMA } from '../../../../src/shared/domain/intent';
import { newForm } from '../../../support/renderer/new-form';

describe('what the user changed in the form of an item', () => {
  it('names the custom fields too, of the record and of its lines', () => {
    const line = (custom: Record<string, string>): FormValues['children'][number] => ({
      ref: '5',
      fields: { outbound_count: '1', order_record_id: '3' },
      custom,
    });
    const start: FormValues = {
      fields: { remark: 'a' },
      children: [line({ '81': 'x', '82': 'y' })],
      custom: { '71': 'two', '72': 'z' },
      names: {},
    };
    const values: FormValues = {
      ...start,
      children: [line({ '81': 'x2', '82': 'y' })],
      custom: { '71': 'one', '72': 'z' },
    };
    const form = newForm('outboundInvoice', start, {
      target: '7',
      intentId: 'local:i',
      earlier: {
        kind: 'outboundInvoice',
        schema: COMMAND_SCHEMA,
        target: '7',
        fields: {},
        children: [],
        custom: { '71': 'one' },
      },
    });
    expect(typedIn('outboundInvoice', typedCommand(form, values))).toEqual({
      typed: ['71'],
      typedIn: { '5': ['81'] },
    });
  });
});
