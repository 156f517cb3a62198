/** What the form of a record shows while a refused edit of it waits for the user. */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { changeOf, companyOf, SHOWN } from '../../../../../support/outbox/shared-company';

const edit = (fields: object) => ({ base: SHOWN, command: changeOf(fields) });

it('[OB43] the form does not show the older value of a refused edit over the one that a later edit delivered', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', companyOf('first'));
  bench.gateway.push = refusing('the address is too long');
  outbox.submit(edit({ remark: 'old', address: 'long' }));
  await time.advance(10_000);
  bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
  outbox.submit(edit({ remark: 'new' }));
  await time.advance(10_000);
  const copies = [companyOf('first'), companyOf('new')];
  const shown = copies.map((values) =>
    editBaseOf(outbox.store, { kind: 'company', ref: '7', cached: { values, readAt: null } }),
  );
  expect(shown.map((one) => one?.current.fields)).toMatchObject([
    { remark: 'new', address: 'long' },
    { remark: 'new', address: 'long' },
  ]);
});

it('[OB20] the form of a record that the copy has lost begins with what the user last delivered, and a colleague’s later value is asked about', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', companyOf('first'));
  outbox.submit(edit({ remark: 'mine' }));
  await time.advance(10_000);
  crm.put('company', companyOf('theirs'));
  const lost = editBaseOf(outbox.store, { kind: 'company', ref: '7', cached: null });
  expect(lost?.base).toMatchObject({ fields: { name: 'Acme', remark: 'mine' }, readAt: SHOWN.readAt });
  const sent = bench.pushes.length;
  outbox.submit({ ...edit({ remark: 'mine again' }), base: lost?.base ?? null });
  await time.advance(10_000);
  expect(bench.pushes.length).toBe(sent);
  expect(outbox.list().find(({ state }) => state === 'conflict')?.conflicts).toMatchObject([
    { field: 'remark', base: 'mine', mine: 'mine again', theirs: 'theirs' },
  ]);
});

it('[OB20] an edit of a record that was not on this computer asks about what the CRM has', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', companyOf('theirs'));
  const { command } = edit({ remark: 'mine' });
  outbox.submit({ command, base: null });
  // A form with the record, which was opened before, is saved into the same item.
  outbox.submit(edit({ remark: 'mine again', address: 'here' }));
  await time.advance(10_000);
  expect(bench.pushes).toEqual([]);
  expect(outbox.list()).toMatchObject([
    { state: 'conflict', conflicts: [{ field: 'remark', base: null, mine: 'mine again', theirs: 'theirs' }] },
  ]);
});
