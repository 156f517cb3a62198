/** The money of a customer while an edit of a delivered receipt waits to be sent. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { stubWindow } from '../../support/renderer/bridge-to';
import { drawSettled } from '../../support/renderer/draw-settled';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;

// A variable, because these tests are compiled without JSX.
const MONEY: string = '../../../src/renderer/features/customers/customer-money';

it('says that the change is not included, not that the receipt is not counted', async () => {
  await rig.connect({ dataset: 60 });
  await rig.rounds();
  const { rows } = await window().records.page({
    view: { resource: 'receipt' },
    start: 0,
    limit: 200,
  });
  const receipt = rows.find(({ values }) => Number(values.amount) > 0 && values.company_info)!;
  const company = receipt.values.company_info as { id?: unknown; company_id?: unknown };
  const id = String(company.company_id ?? company.id);
  const before = await window().money.company({ id });
  await window().outbox.pause({ paused: true });
  const done = await window().outbox.submit({
    command: {
      kind: 'receipt',
      schema: 1,
      target: receipt.id,
      fields: { amount: '1', currency: String(receipt.values.currency) },
      children: [],
    },
  });
  expect(done).toMatchObject({ ok: true });
  const { currencies, waiting } = await window().money.company({ id });
  expect([currencies, waiting]).toEqual([before.currencies, 1]);
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { CustomerMoney } = (await import(MONEY)) as { CustomerMoney: FunctionComponent<{ id: string }> };
  const html = await drawSettled(CustomerMoney, { id }, en);
  expect(html).toContain('Without your undelivered changes to 1 document.');
  expect(html).not.toContain('document to send is not counted');
  vi.unstubAllGlobals();
});
