/** Two edits of an invoice that were made under different names of its lines. */
import { describe, expect, it } from 'vitest';
import { underOneName, withoutDoubles } from '#core/outbox/edits/child-names';
import { foldCommands, withoutListedLines } from '#core/outbox/edits/fold-edit';
import type { Command, Snapshot } from '#shared/domain/intent';

const REAL: Readonly<Record<string, string>> = { 'local:a': '51', 'local:b': '52' };
const realIdOf = (ref: string): string | null => REAL[ref] ?? null;
const invoice = (children: Command['children']): Command => ({
  kind: 'outboundInvoice',
  schema: 1,
  target: '9',
  fields: {},
  children,
});
const listed = (ref: string) => ({
  ref,
  fields: { order_record_id: ref === 'local:a' || ref === '51' ? '101' : '102' },
});
const removed = (ref: string) => ({ ref, fields: {}, remove: true as const });
const base: Snapshot = {
  fields: {},
  children: [
    { ref: 'local:a', fields: { order_record_id: '101', sale_price: '5' } },
    { ref: 'local:b', fields: { order_record_id: '102', sale_price: '6' } },
  ],
  readAt: null,
};
const added = { ref: 'local:n', fields: { product_id: '3' } };

describe('[OB18] an edit that is merged into a waiting one, with other names of the lines', () => {
  const merged = (waiting: Command, edit: Command): Command['children'] => {
    const named = underOneName({ command: waiting, base }, { command: edit, base }, realIdOf);
    const into = named.waiting.command;
    return foldCommands(into, withoutListedLines(into, named.later.command, named.later.base)).children;
  };
  it('does not bring back a line that the waiting one removes under its real id', () => {
    expect(
      merged(invoice([listed('local:a'), removed('52')]), invoice([removed('51'), listed('local:b'), added])),
    ).toEqual([removed('51'), removed('52'), added]);
  });
  it('changes a line that the waiting one changes under its local id', () => {
    expect(
      merged(
        invoice([{ ref: 'local:a', fields: { order_record_id: '101', sale_price: '7' } }]),
        invoice([{ ref: '51', fields: { order_record_id: '101', outbound_count: '8' } }]),
      ),
    ).toEqual([{ ref: 'local:a', fields: { order_record_id: '101', sale_price: '7', outbound_count: '8' } }]);
  });
  it('renames nothing that is not delivered', () => {
    const waiting = { command: invoice([added]), base };
    const { waiting: into } = underOneName(waiting, { command: invoice([]), base: null }, realIdOf);
    expect(into.command).toEqual(waiting.command);
  });
});

describe('[OB18] a form that goes on with the edit that its first save was merged into', () => {
  it('does not bring back a line that the edit removes, by listing it under its local id', () => {
    const content = invoice([removed('51'), removed('52'), removed('51'), listed('local:b'), added]);
    expect(withoutDoubles(content, base, realIdOf).children).toEqual([removed('51'), removed('52'), added]);
  });
  it('brings a line back that it changes', () => {
    const changed = { ref: 'local:b', fields: { order_record_id: '102', sale_price: '9' } };
    expect(withoutDoubles(invoice([removed('52'), changed]), base, realIdOf).children).toEqual([
      { ...changed, ref: '52', remove: undefined },
    ]);
  });
  it('removes a line that the edit lists under its local id', () => {
    expect(withoutDoubles(invoice([listed('local:a'), removed('51')]), base, realIdOf).children).toEqual([
      removed('51'),
    ]);
  });
  it('does not set back a link to an order line that another form changed and that it only lists', () => {
    const relinked = { ref: '51', fields: { order_record_id: '201' } };
    const stale = { ref: 'local:a', fields: { order_record_id: '101', outbound_count: '9' } };
    expect(
      withoutDoubles(invoice([relinked, stale]), base, realIdOf, { 'local:a': ['outbound_count'] }).children,
    ).toEqual([{ ref: '51', remove: undefined, fields: { order_record_id: '201', outbound_count: '9' } }]);
  });
  it('is the same command if each line occurs once', () => {
    const content = invoice([listed('local:a'), removed('52'), added]);
    expect(withoutDoubles(content, base, realIdOf)).toBe(content);
  });
});
