/** Outbound invoices: outbound/list, and E4 for one with its lines. */
import { OUTBOUND_INFO_PATH, OUTBOUND_LIST_PATH } from '#shared/http-api/outbound-invoice';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, timeTypeOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

export const listOutboundInvoices = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    OUTBOUND_LIST_PATH,
    {
      start_time: startOf(query),
      end_time: endOf(query),
      time_type: timeTypeOf(query),
      count: query.count,
      start_index: query.page,
      removed: removedOf(query),
      status: query.status,
    },
    'outbound_invoice_id',
  );

export const outboundInvoiceInfo = (client: ApiClient, id: string) =>
  readDetail(client, OUTBOUND_INFO_PATH, { outbound_invoice_id: id });
