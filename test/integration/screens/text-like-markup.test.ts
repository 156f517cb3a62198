/** A waiting item opens with what the user typed, also if it looks like the markup or the empty date of a service. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { desk } = makeFormDesk();

const TYPED = 'Option <a> is cheaper than <b>.\n\nAsk  again: R&amp;D';

it('a form of a waiting item keeps text that looks like markup, and a birthday on the first of January 1970', async () => {
  const { open, saveForm, ref, command } = await desk();
  const first = await open(ref);
  first.actions.setField('remark', TYPED);
  first.actions.setChild('local:a', 'birth', '1970-01-01');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  const second = await open(ref);
  second.actions.setField('tel', '222');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  const { fields, children } = await command();
  expect([fields.tel, fields.remark]).toEqual(['222', TYPED]);
  expect(children[0]?.fields.birth).toBe('1970-01-01');
});
