/** A draft of a new record that was delivered meanwhile, applied to the record as it is now. */
import { expect, it } from 'vitest';
import { rebasedDraft } from '../../../../src/renderer/forms/opening/rebase-draft';
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
