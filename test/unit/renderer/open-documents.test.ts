import { describe, expect, it, vi } from 'vitest';
import { toneOf } from '../../../src/renderer/format/tone';
import {
  type OpenFilter,
  openStates,
  useOpenDocuments,
} from '../../../src/renderer/features/today/open-documents';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const facet = (value: string, label: string, count = 1) => ({ value, label, count });

describe('open orders', () => {
  it('are found by the names of their states, whatever the codes', () => {
    const states = [
      facet('10', '未完成', 210),
      facet('20', '部分完成'),
      facet('30', '已完成'),
      facet('60', '已取消'),
    ];
    expect(openStates('end_status', states)).toEqual({
      filters: [{ field: 'end_status', op: 'in', values: ['10', '20'] }],
      known: true,
      nothing: false,
    });
  });
  it('include an order whose state has no name', () => {
    const { filters } = openStates('end_status', [
      facet('0', 'Open'),
      facet('7', '7'),
      facet('1', 'Completed'),
    ]);
    expect(filters).toMatchObject([{ values: ['0', '7'] }]);
  });
  it('include the orders without a state, if there are any', () => {
    const states = [facet('0', 'Open'), facet('1', 'Completed')];
    const valuesWith = (count: number) => openStates('end_status', [...states, facet('', '', count)]).filters;
    expect(valuesWith(4)).toMatchObject([{ values: ['0', ''] }]);
    expect(valuesWith(0)).toMatchObject([{ values: ['0'] }]);
    expect(openStates('end_status', [facet('1', 'Completed'), facet('', '', 0)]).nothing).toBe(true);
  });
  it('are all orders if no state has a name', () => {
    expect(openStates('end_status', [facet('10', '10')])).toEqual({
      filters: [],
      known: false,
      nothing: false,
    });
  });
  it('are none if every state is finished, without a filter that the contract refuses', () => {
    const states = [facet('30', '已完成', 3), facet('60', '已取消')];
    expect(openStates('end_status', states)).toEqual({ filters: [], known: true, nothing: true });
  });
});

it.each([
  ['most quotations', 6, 4, 'status_info'],
  ['half of them', 5, 5, 'status_info'],
  ['some of them', 4, 6, 'approval_status'],
])('open quotations are found by their approval unless %s have none', async (_, none, approved, field) => {
  const facets: Record<string, object[]> = {
    approval_status: [facet('-1', 'None', none), facet('1', 'Approved', approved)],
    status_info: [facet('1', 'Draft'), facet('2', 'Completed')],
  };
  windowOver(
    { records: { facets: (asked: { field: string }) => facets[asked.field] } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  let open: OpenFilter | undefined;
  const Probe = (): null => {
    open = useOpenDocuments('quotation').open;
    return null;
  };
  await drawSettled(Probe, {});
  expect(open?.filters).toMatchObject([{ field }]);
});

it.each([
  [{ title: '未备货', link_status: 10 }, 'gray'],
  [{ title: '部分出库', link_status: 20 }, 'yellow'],
  [{ title: '全部出库', link_status: 30 }, 'green'],
  [{ title: 'Sent', link_status: 0 }, 'blue'],
  [{ link_status: 40 }, 'blue'],
])('%o is %s', (status, tone) => {
  expect(toneOf({ key: 'shipping_status', kind: 'status', sort: 'none' }, status)).toBe(tone);
});
