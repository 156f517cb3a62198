/**
 * How each kind can be read back, in both service profiles: a list that is scanned from a start time, and a
 * read of one record. The scan has no end time, and uses the create time if the service offers it. So it does
 * not matter which time an undeclared filter means: the times of a record made inside the window can only
 * become later.
 */
import { COMPANY_INFO_PATH, COMPANY_LIST_PATH } from '#shared/http-api/company';
import { LEAD_INFO_PATH, LEAD_LIST_PATH } from '#shared/http-api/lead';
import { OPPORTUNITY_INFO_PATH, OPPORTUNITY_LIST_PATH } from '#shared/http-api/opportunity';
import { OUTBOUND_INFO_PATH, OUTBOUND_LIST_PATH } from '#shared/http-api/outbound-invoice';
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH } from '#shared/http-api/receipt';
import { TRAIL_LIST_PATH } from '#shared/http-api/trail';
import type { Command, IntentKind } from '#shared/domain/intent';
import type { Query } from '../../api/query-string';

export interface KindReads {
  list: string;
  /** The contract does not include the list: probe it before use. */
  listOptional: boolean;
  /** Filters that limit the scan to records made since server time `from`. */
  query(command: Command, from: string): Query;
  /**
   * One record with its details. `probe` is the route that is probed for it; null if the contract includes
   * the read.
   */
  info: { path: string; probe: string | null; query(id: string): Query } | null;
}

const ifSet = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value !== '0' ? value : undefined;

export const KIND_READS: Readonly<Record<IntentKind, KindReads>> = {
  company: {
    list: COMPANY_LIST_PATH,
    listOptional: false,
    query: (_command, from) => ({ all: 1, time_type: 2, start_time: from }),
    info: { path: COMPANY_INFO_PATH, probe: COMPANY_INFO_PATH, query: (id) => ({ company_id: id }) },
  },
  lead: {
    list: LEAD_LIST_PATH,
    listOptional: false,
    query: (_command, from) => ({ start_time: from }),
    info: { path: LEAD_INFO_PATH, probe: LEAD_INFO_PATH, query: (id) => ({ lead_id: id }) },
  },
  opportunity: {
    list: OPPORTUNITY_LIST_PATH,
    listOptional: true,
    query: (_command, from) => ({ start_time: from }),
    info: {
      path: OPPORTUNITY_INFO_PATH,
      probe: OPPORTUNITY_INFO_PATH,
      query: (id) => ({ opportunity_id: id }),
    },
  },
  outboundInvoice: {
    list: OUTBOUND_LIST_PATH,
    listOptional: false,
    query: (_command, from) => ({ time_type: 2, start_time: from }),
    info: { path: OUTBOUND_INFO_PATH, probe: null, query: (id) => ({ outbound_invoice_id: id }) },
  },
  receipt: {
    list: RECEIPT_LIST_PATH,
    listOptional: true,
    query: (_command, from) => ({ time_type: 2, start_time: from }),
    info: {
      path: RECEIPT_INFO_PATH,
      probe: RECEIPT_LIST_PATH,
      query: (id) => ({ cash_collection_invoice_id: id }),
    },
  },
  trailNote: {
    list: TRAIL_LIST_PATH,
    listOptional: false,
    query: (command, from) => ({
      company_id: ifSet(command.fields.company_id),
      lead_id: ifSet(command.fields.lead_id),
      opportunity_id: ifSet(command.fields.opportunity_id),
      start_time: from,
    }),
    info: null,
  },
};
