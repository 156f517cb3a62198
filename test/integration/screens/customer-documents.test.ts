/** The documents on the page of a customer: the newest first, by a date that the rows show. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { drawSettled } from '../../support/renderer/draw-settled';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;

// A variable, because these tests are compiled without JSX.
const DOCUMENTS: string = '../../../src/renderer/features/customers/customer-documents';
const KINDS = ['opportunity', 'order', 'quotation', 'outboundInvoice', 'receipt', 'collection'] as const;
const DAY = /[A-Z][a-z]{2} \d{1,2}, \d{4}/;

/** The days of the rows, in the order of the screen; -1 for a document without one. */
const daysOf = (html: string): number[] =>
  html
    .split('<tr')
    .slice(2)
    .map((row) => Date.parse(DAY.exec(row)?.[0] ?? '1970-01-01') || -1);

it('stand in the order of their date, and the head of its column says so', async () => {
  await rig.connect({ dataset: 60 });
  await rig.rounds();
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { CustomerDocuments } = (await import(DOCUMENTS)) as {
    CustomerDocuments: FunctionComponent<{ kind: string; companyId: string; name: string }>;
  };
  let compared = 0;
  for (const { id } of (await window().records.page({ view: { resource: 'company' }, start: 0, limit: 20 }))
    .rows)
    for (const kind of KINDS) {
      const html = await drawSettled(CustomerDocuments, { kind, companyId: id, name: 'A' });
      if (!html.includes('<tr')) continue;
      const days = daysOf(html);
      expect([kind, days]).toEqual([kind, days.toSorted((a, b) => b - a)]);
      expect(html.match(/aria-sort="descending"/g)).toHaveLength(1);
      if (new Set(days).size > 1) compared += 1;
    }
  expect(compared).toBeGreaterThan(5);
  vi.unstubAllGlobals();
});
