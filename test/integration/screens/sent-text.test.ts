/** The Outbox shows the text that is sent, also if it looks like markup. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const VIEW: string = '../../../src/renderer/features/outbox/changes-view';

const drawn = async (target: string | null): Promise<string> => {
  windowOver(
    {
      records: { lookup: () => [], page: () => ({ total: 0, rows: [] }), get: () => null, columns: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: null, offers: [] }) },
      accounts: { state: () => ({ account: null, settings: {} }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { ChangesView } = (await import(VIEW)) as { ChangesView: FunctionComponent<object> };
  const fields = { pool_id: '0', name: 'Acme', remark: 'Option <a> or <b>?' };
  return drawSettled(ChangesView, {
    command: { kind: 'company', schema: 1, target, fields, children: [] },
    base:
      target === null
        ? null
        : { fields: { remark: '<p>R&amp;D <b>team</b></p>' }, children: [], readAt: null },
    title: 'Changes',
  });
};

it('in the values of a new record', async () => {
  expect(await drawn(null)).toContain('Option &lt;a&gt; or &lt;b&gt;?');
});

it('in the changes of a record, beside readable text of the service', async () => {
  const html = await drawn('7');
  expect(html).toContain('Option &lt;a&gt; or &lt;b&gt;?');
  expect(html).toContain('R&amp;D team');
});
