import { expect, it } from 'vitest';
import { CATALOGUE } from '#core/store/schema/catalogue';
import type { ResourceName } from '#shared/domain/resources';

it('the filters that are marked as the service’s own are those that its lists take (contract E1 to E10)', () => {
  const of = (resource: ResourceName): string[] =>
    CATALOGUE[resource].fields.flatMap(({ key, serviceFilter }) => (serviceFilter ? [key] : [])).toSorted();
  const times = ['create_time', 'update_time'];
  expect(of('company')).toEqual(times);
  expect(of('lead')).toEqual(['create_time']);
  expect(of('outboundInvoice')).toEqual(['create_time', 'status', 'update_time']);
  expect(of('receipt')).toEqual(['create_time', 'status', 'update_time']);
  expect(of('purchaseOrder')).toEqual(['create_time', 'status_info', 'update_time']);
  expect(of('order')).toEqual(['account_date', 'create_time', 'status', 'update_time']);
  expect(of('trail')).toEqual(['company_id', 'create_time', 'lead_id', 'opportunity_id']);
});
