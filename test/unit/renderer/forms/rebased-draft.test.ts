/** What the user changed in a draft, applied to its record or item as it is now. */
import { expect, it } from 'vitest';
import { rebasedDraft, rebasedItem } from '../../../../src/renderer/forms/opening/rebase-draft';
import type { FormChild, FormValues } from '../../../../src/renderer/forms/values/form-values';

const valuesOf = (...children: FormChild[]): FormValues => ({ fields: {}, children, names: {} });
const contact = (ref: string, name: string, remark: string): FormChild => ({ ref, fields: { name, remark } });

it('has a contact once that a waiting edit of the record added under the same id, with what the draft says', () => {
  const ann = contact('7', 'Ann', '');
  const record = valuesOf(ann, { ref: 'local:bob', fields: { name: 'Bob', remark: 'sales', tel: '1' } });
  const typed = valuesOf(contact('local:bob', 'Bob', 'buys steel'), contact('local:eve', 'Eve', ''));
  const draft = { saved: valuesOf(), typed };
  expect(rebasedDraft(record, { ...draft, canAdd: true }).values.children).toEqual([
    ann,
    { ref: 'local:bob', fields: { name: 'Bob', remark: 'buys steel', tel: '1' } },
    contact('local:eve', 'Eve', ''),
  ]);
  expect(rebasedDraft(record, { ...draft, canAdd: false }).values.children).toEqual(record.children);
});

it('leaves out a contact that another draft removed, also if the form has marked it as the main one', () => {
  const [ann, bob, eve] = ['local:ann', 'local:bob', 'local:eve'].map((ref) => contact(ref, ref, ''));
  const marked = (child: FormChild, more: object = {}): FormChild => ({
    ...child,
    fields: { ...child.fields, main_customer_flag: '1', ...more },
  });
  const item = valuesOf(bob!, eve!);
  const saved = valuesOf(ann!, bob!);
  expect(rebasedItem(item, { saved, typed: valuesOf(marked(ann!)) }).children).toEqual([eve]);
  const typed = marked(ann!, { remark: 'buys steel' });
  expect(rebasedItem(item, { saved, typed: valuesOf(typed) }).children).toEqual([eve, typed]);
});
