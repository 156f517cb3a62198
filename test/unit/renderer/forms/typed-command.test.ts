import { describe, expect, it } from 'vitest';
import { typedCommand, typedIn, typedIssues } from '../../../../src/renderer/forms/saving/typed-command';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { COMMAND_SCHEMA, type Command } from '../../../../src/shared/domain/intent';
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

/** The form of an item that changes the contacts `children` of company 7. */
const formOf = (start: FormValues, children: Command['children']) =>
  newForm('company', start, {
    target: '7',
    intentId: 'local:i',
    earlier: { kind: 'company', schema: COMMAND_SCHEMA, target: '7', fields: { pool_id: '0' }, children },
  });

it('an emptied number is an issue at its own contact, if the item changes others too', () => {
  const start: FormValues = {
    fields: { pool_id: '0' },
    children: [
      { ref: '1', fields: { name: 'Ann', post: 'CEO', gender: '2' } },
      { ref: '2', fields: { name: 'Bob', gender: '1' } },
    ],
    names: {},
  };
  const values: FormValues = {
    ...start,
    children: [start.children[0]!, { ref: '2', fields: { name: 'Bob', gender: '' } }],
  };
  const form = formOf(start, [{ ref: '1', fields: { post: 'CEO' } }]);
  expect(typedIssues(form, values, typedCommand(form, values))).toEqual({ '2.gender': { code: 'empty' } });
});

it('a number that only the waiting item has set can be emptied again', () => {
  const item: FormValues = {
    fields: { pool_id: '0', star: '3', intention_level: '2' },
    children: [
      { ref: '1', fields: { name: 'Ann', gender: '2', post: 'CEO' } },
      { ref: 'local:n', fields: { name: 'New', post_grade: '5' } },
    ],
    names: {},
  };
  const form = newForm('company', item, {
    target: '7',
    intentId: 'local:i',
    base: {
      // The CRM writes 0 if nothing was chosen.
      fields: { pool_id: 0, star: 0, intention_level: 1 },
      children: [{ ref: '1', fields: { name: 'Ann', gender: 0, post: 'CEO' } }],
      readAt: null,
    },
    earlier: {
      kind: 'company',
      schema: COMMAND_SCHEMA,
      target: '7',
      fields: { pool_id: '0', star: 3, intention_level: 2 },
      children: [
        { ref: '1', fields: { gender: 2 } },
        { ref: 'local:n', fields: { name: 'New', post_grade: 5 } },
      ],
    },
  });
  const values: FormValues = {
    ...item,
    fields: { pool_id: '0', star: '', intention_level: '' },
    children: [
      { ref: '1', fields: { name: 'Ann', gender: '', post: 'CEO' } },
      { ref: 'local:n', fields: { name: 'New', post_grade: '' } },
    ],
  };
  const typed = typedCommand(form, values);
  // The CRM has a level, and no push can empty it.
  expect(typedIssues(form, values, typed)).toEqual({ 'fields.intention_level': { code: 'empty' } });
  const { fields, children } = typed.command;
  expect(fields).toEqual({ pool_id: '0', intention_level: 2 });
  expect(children).toEqual([{ ref: 'local:n', fields: { name: 'New' } }]);
});

it('a line stays removed if the user has emptied its number before', () => {
  const start: FormValues = {
    fields: {},
    children: [{ ref: '5', fields: { order_record_id: '3', cost_unit_price_rmb: '9' } }],
    names: {},
  };
  const form = newForm('outboundInvoice', start, {
    target: '7',
    intentId: 'local:i',
    base: { fields: {}, children: [{ ref: '5', fields: { order_record_id: '3' } }], readAt: null },
    earlier: {
      kind: 'outboundInvoice',
      schema: COMMAND_SCHEMA,
      target: '7',
      fields: {},
      children: [{ ref: '5', fields: { order_record_id: '3', cost_unit_price_rmb: '9' } }],
    },
  });
  const removed: FormValues = {
    ...start,
    children: [{ ref: '5', fields: { order_record_id: '3', cost_unit_price_rmb: '' }, remove: true }],
  };
  expect(typedCommand(form, removed).command.children).toEqual([{ ref: '5', fields: {}, remove: true }]);
});

it('a number of a line whose value in the CRM is not known cannot be emptied', () => {
  const start: FormValues = {
    fields: {},
    children: [{ ref: '5', fields: { order_id: '2', order_record_id: '3', outbound_count: '9' } }],
    names: {},
  };
  const values: FormValues = {
    ...start,
    children: [{ ref: '5', fields: { ...start.children[0]!.fields, outbound_count: '' } }],
  };
  for (const base of [null, { fields: {}, children: [], readAt: null }]) {
    const form = newForm('outboundInvoice', start, {
      target: '7',
      intentId: 'local:i',
      base,
      earlier: { kind: 'outboundInvoice', schema: COMMAND_SCHEMA, target: '7', ...start },
    });
    expect(typedIssues(form, values, typedCommand(form, values))).toEqual({
      '5.outbound_count': { code: 'empty' },
    });
  }
});
