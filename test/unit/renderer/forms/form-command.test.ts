import { describe, expect, it } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { commandSchema } from '#shared/domain/intent-schema';
import { validatePush } from '#shared/domain/validate-push';
import { foldInto, takenBack } from '../../../../src/renderer/forms/saving/fold-into-item';
import { buildCommand, placeOfIssue } from '../../../../src/renderer/forms/saving/form-command';
import { CHILD_SPECS, FORM_SPECS } from '../../../../src/renderer/forms/values/form-specs';
import {
  type FormValues,
  NO_VALUES,
  readValues,
  valuesOf,
} from '../../../../src/renderer/forms/values/form-values';
import { asTree, pathsById, withMissing } from '../../../../src/renderer/forms/fields/options';

const KINDS = Object.keys(FORM_SPECS) as IntentKind[];
const form = (over: Partial<FormValues>): FormValues => ({ ...NO_VALUES, ...over });
const create = (kind: IntentKind, values: FormValues) =>
  buildCommand({ kind, target: null, start: NO_VALUES, values });
const edit = (kind: IntentKind, start: FormValues, values: FormValues) =>
  buildCommand({ kind, target: '77', start, values });

describe('every field of the contract', () => {
  it.each(KINDS)('of %s is in the form exactly once', (kind) => {
    for (const [spec, table] of [
      [FORM_SPECS[kind], KIND_TABLES[kind].fields],
      [CHILD_SPECS[kind], KIND_TABLES[kind].children],
    ] as const) {
      const placed = [...spec.short, ...Object.values(spec.groups).flat()];
      expect(new Set(placed).size).toBe(placed.length);
      // A contact's main mark is the radio beside its name; a note's subject is the field that names it.
      const elsewhere = (
        kind === 'trailNote' ? ['company_id', 'lead_id', 'opportunity_id'] : ['main_customer_flag']
      ).filter((name) => name in table);
      expect([...placed, ...elsewhere].sort()).toEqual(Object.keys(table).sort());
      for (const name of placed) expect(spec.fields[name], name).toBeDefined();
    }
  });
});

describe('a create', () => {
  it('contains the filled-in fields in their wire types, and no empty contact', () => {
    const { command } = create(
      'company',
      form({
        fields: {
          name: ' Nordlicht ',
          pool_id: '0',
          star: '4',
          origin_list: ['801', '811'],
          category_ids: [['31', '311']],
          image_list: '[]',
          fax: '  ',
        },
        children: [
          { ref: 'local:a', fields: { name: '李雷', main_customer_flag: '1' } },
          { ref: 'local:b', fields: { name: '', main_customer_flag: '0' } },
        ],
      }),
    );
    expect(command).toEqual({
      kind: 'company',
      schema: 1,
      target: null,
      fields: {
        name: 'Nordlicht',
        pool_id: '0',
        star: 4,
        origin_list: ['801', '811'],
        category_ids: [['31', '311']],
        image_list: [],
      },
      children: [{ ref: 'local:a', fields: { name: '李雷', main_customer_flag: 1 } }],
    });
    expect(commandSchema.safeParse(command).success).toBe(true);
    expect(validatePush(command)).toEqual([]);
  });

  it('keeps an invalid value, and the issue is shown at the contact', () => {
    const { command, refs } = create(
      'company',
      form({
        fields: { name: 'x', pool_id: '0' },
        children: [
          { ref: 'local:empty', fields: {} },
          { ref: 'local:a', fields: { name: 'a', birth: 'soon' } },
        ],
      }),
    );
    expect(validatePush(command).map((issue) => placeOfIssue(issue, refs))).toEqual(['local:a.birth']);
  });
});

describe('an edit', () => {
  const seen = valuesOf('company', {
    fields: {
      name: 'Old',
      pool_id: 0,
      group_id: 511,
      star: 3,
      remark: 'r',
      cus_tag: [1, 2],
      next_follow_up_time: '1970-01-01 08:00:00',
    },
    children: [{ ref: '9', fields: { customer_id: 9, name: 'Ann', birth: '', main_customer_flag: 1 } }],
  });

  it('contains the changed fields, the pool that E3 always requires, and nothing else', () => {
    const { command, changed } = edit('company', seen, {
      ...seen,
      fields: { ...seen.fields, name: 'New', cus_tag: ['2', '1'] },
    });
    expect(changed).toBe(true);
    expect(command.fields).toEqual({ name: 'New', pool_id: '0' });
    expect(command.children).toEqual([]);
  });

  it('shows an amount without the floating-point error of the service, and does not send it unchanged', () => {
    const amounts = (...[price, count]: unknown[]) =>
      valuesOf('outboundInvoice', {
        fields: { exchange_rate: price },
        children: [{ ref: '5', fields: { sale_price: price, outbound_count: count } }],
      });
    const start = amounts(510.04499999999996, '977.0000000000');
    expect(start.fields.exchange_rate).toBe('510.045');
    expect(start.children[0]?.fields).toEqual({ sale_price: '510.045', outbound_count: '977' });
    expect(edit('outboundInvoice', start, start).changed).toBe(false);
    expect(amounts('n/a', -12.5).fields.exchange_rate).toBe('n/a');
    // Zeros that only fill a column of the service are no digits; those that a person may have typed stay.
    expect(amounts('12.5000000000', '0.0000000000').children[0]?.fields).toEqual({
      sale_price: '12.5',
      outbound_count: '0',
    });
    expect(amounts('12.50', '1.000').children[0]?.fields).toEqual({
      sale_price: '12.50',
      outbound_count: '1.000',
    });
    expect(amounts('0.1234567890', '1200.0000001').children[0]?.fields).toEqual({
      sale_price: '0.123456789',
      outbound_count: '1200.0000001',
    });
    expect(amounts('', 0).children[0]?.fields).toEqual({ sale_price: '', outbound_count: '0' });
  });

  it('says so when nothing changed', () => expect(edit('company', seen, seen).changed).toBe(false));

  it('sends an emptied text as empty, a list as [], an id as 0; an emptied number is an issue', () => {
    const { command, uncleared } = edit('company', seen, {
      ...seen,
      fields: { ...seen.fields, remark: '', cus_tag: [], group_id: '', star: '' },
    });
    expect(command.fields).toEqual({ remark: '', cus_tag: [], group_id: '0', pool_id: '0' });
    expect(uncleared).toEqual([{ path: ['fields', 'star'], code: 'empty' }]);
  });

  it('identifies a changed contact by its id, a new one by its local id', () => {
    const { command } = edit('company', seen, {
      ...seen,
      children: [
        { ref: '9', fields: { ...seen.children[0]?.fields, name: 'Anna' } },
        { ref: 'local:n', fields: { name: 'Bo' } },
      ],
    });
    expect(command.children).toEqual([
      { ref: '9', fields: { name: 'Anna' } },
      { ref: 'local:n', fields: { name: 'Bo' } },
    ]);
  });

  it('sends the e-mail with a changed contact of a lead, because E2 identifies it by e-mail', () => {
    const lead = valuesOf('lead', {
      fields: { name: 'L' },
      children: [{ ref: '4', fields: { name: 'Ann', email: 'ann@a.de' } }],
    });
    const { command } = edit('lead', lead, {
      ...lead,
      children: [{ ref: '4', fields: { ...lead.children[0]?.fields, post: 'Buyer' } }],
    });
    expect(command).toMatchObject({
      fields: {},
      children: [{ ref: '4', fields: { email: 'ann@a.de', post: 'Buyer' } }],
    });
  });

  it('moves the main mark of a lead without sending a contact that has no e-mail, which would be added again', () => {
    const lead = valuesOf('lead', {
      fields: { name: 'L' },
      children: [
        { ref: 'local:known-0', fields: { name: 'Bo', main_customer_flag: 1 } },
        { ref: 'local:known-1', fields: { name: 'Ann', email: 'ann@a.de', main_customer_flag: 0 } },
      ],
    });
    const [bo, ann] = lead.children;
    if (!bo || !ann) throw new Error('two contacts were read');
    const { command } = edit('lead', lead, {
      ...lead,
      children: [
        { ...bo, fields: { ...bo.fields, main_customer_flag: '0' } },
        { ...ann, fields: { ...ann.fields, main_customer_flag: '1' } },
      ],
    });
    expect(command.children).toMatchObject([{ fields: { email: 'ann@a.de', main_customer_flag: 1 } }]);
  });

  it('sends order_record_id with every invoice line, 0 if there is none, and marks removed lines (contract E5)', () => {
    const invoice = valuesOf('outboundInvoice', {
      fields: { serial_id: 'CK1' },
      children: [1, 2, 3].map((at) => ({
        ref: String(at),
        fields: { order_id: 8, order_record_id: at === 2 ? 0 : 80 + at, outbound_count: 5, sale_price: 1.5 },
      })),
    });
    const [one, two, three] = invoice.children;
    if (!one || !two || !three) throw new Error('three lines were read');
    const { command, changed } = edit('outboundInvoice', invoice, {
      ...invoice,
      children: [{ ...one, fields: { ...one.fields, outbound_count: '7' } }, two, { ...three, remove: true }],
    });
    expect(changed).toBe(true);
    expect(command.children).toEqual([
      { ref: '1', fields: { outbound_count: '7', order_id: '8', order_record_id: '81' } },
      { ref: '2', fields: { order_id: '8', order_record_id: '0' } },
      { ref: '3', fields: {}, remove: true },
    ]);
    expect(validatePush(command)).toEqual([]);
    expect(edit('outboundInvoice', invoice, invoice).changed).toBe(false);
  });

  describe('of an invoice whose first save removed a line', () => {
    const line = (ref: string, over: { remove?: true } = {}) => ({
      ref,
      fields: { order_record_id: '8', outbound_count: '5' },
      ...over,
    });
    const lines = (children: FormValues['children']): FormValues => form({ children });
    const opened = lines([line('1'), line('2')]);
    const saved = lines([line('1'), line('2', { remove: true })]);
    const earlier = edit('outboundInvoice', opened, saved).command;
    const folded = (start: FormValues, values: FormValues) => {
      const later = edit('outboundInvoice', start, values);
      return {
        changed: later.changed,
        removed: foldInto(earlier, later, { start, values })
          .children.filter(({ remove }) => remove)
          .map(({ ref }) => ref),
      };
    };

    it('takes the removal back', () => {
      expect(folded(saved, opened)).toEqual({ changed: true, removed: [] });
    });
    it('keeps a removal that another form has saved', () => {
      expect(folded(opened, opened)).toEqual({ changed: false, removed: ['2'] });
    });
  });

  it('does not replace the order line that another form gave a line of the waiting edit', () => {
    const line = (order_record_id: string, outbound_count: string): FormValues =>
      form({ children: [{ ref: '1', fields: { order_id: '3', order_record_id, outbound_count } }] });
    const [opened, other, values] = [line('8', '5'), line('9', '5'), line('8', '6')];
    const later = edit('outboundInvoice', opened, values);
    expect(later.unchangedIn).toEqual({ '1': ['order_record_id', 'order_id'] });
    const earlier = edit('outboundInvoice', opened, other).command;
    expect(foldInto(earlier, later, { start: opened, values }).children).toEqual([
      { ref: '1', fields: { order_id: '3', order_record_id: '9', outbound_count: '6' } },
    ]);
  });

  it('adds to a waiting edit', () => {
    const earlier = edit('company', seen, {
      ...seen,
      fields: { ...seen.fields, name: 'New' },
      children: [{ ref: '9', fields: { ...seen.children[0]?.fields, name: 'Anna' } }],
    }).command;
    const later = edit('company', seen, {
      ...seen,
      fields: { ...seen.fields, remark: 'again' },
      children: [{ ref: '9', fields: { ...seen.children[0]?.fields, post: 'CEO' } }],
    });
    expect(foldInto(earlier, later, { start: seen, values: seen })).toMatchObject({
      fields: { name: 'New', remark: 'again', pool_id: '0' },
      children: [{ ref: '9', fields: { name: 'Anna', post: 'CEO' } }],
    });
  });

  it('leaves out a field that only the waiting item had set and the user emptied again', () => {
    const earlier = edit('company', seen, {
      ...seen,
      fields: { ...seen.fields, user_id: '12', remark: 'x' },
    }).command;
    const shown = { ...seen, fields: { ...seen.fields, user_id: '12', remark: 'x' } };
    const values = { ...seen, fields: { ...seen.fields, user_id: '', remark: '' } };
    const base = { fields: { remark: 'r' } };
    expect([...takenBack(earlier, base, { start: shown, values })]).toEqual(['user_id']);
    // The form never showed the owner: another one set it in the item.
    expect([...takenBack(earlier, base, { start: seen, values })]).toEqual([]);
    expect([...takenBack({ ...earlier, target: null }, null, { start: shown, values })]).toEqual([]);
  });
});

describe('a draft on disk', () => {
  it('is restored unchanged', () => {
    const values = form({
      fields: { name: 'half 半', origin_list: ['1'], category_ids: [['1', '2']] },
      children: [
        {
          ref: 'local:a',
          fields: { name: 'x' },
          custom: { 7: 'y' },
          remove: true,
          facts: { product: 'Lamp' },
        },
      ],
      names: { 'company~5': 'Acme' },
    });
    expect(readValues(JSON.parse(JSON.stringify(values)))).toEqual(values);
  });

  it('in another format loses only the unreadable parts', () => {
    expect(readValues(null)).toEqual(NO_VALUES);
    expect(
      readValues({
        fields: { name: 'kept', odd: { a: 1 }, n: 5 },
        children: [{ ref: 4 }, 'x', { ref: 'local:a', fields: null }],
        names: 3,
      }),
    ).toEqual({ fields: { name: 'kept' }, children: [{ ref: 'local:a', fields: {} }], names: {} });
  });
});

describe('lists to choose from', () => {
  const groups = [
    { id: '1', name: 'Europe' },
    { id: '11', name: 'DACH', parentId: '1' },
    { id: '2', name: 'Asia', parentId: '99' },
  ];
  it('become trees, and paths from the root', () => {
    expect(asTree(groups)).toEqual([
      { value: '1', label: 'Europe', children: [{ value: '11', label: 'DACH' }] },
      { value: '2', label: 'Asia' },
    ]);
    expect(pathsById(groups).get('11')).toEqual(['1', '11']);
  });
  it('keep a value that is no longer listed', () =>
    expect(withMissing(groups, ['5', '5', '']).at(-1)).toEqual({ id: '5', name: '#5' }));
});

it('a line that will be removed is marked in the form', () => {
  const { children } = valuesOf('receipt', {
    fields: { amount: '5' },
    children: [
      { ref: '1', fields: {}, remove: true },
      { ref: '2', fields: {} },
    ],
  });
  expect(children).toEqual([
    { ref: '1', fields: {}, remove: true },
    { ref: '2', fields: {} },
  ]);
});
