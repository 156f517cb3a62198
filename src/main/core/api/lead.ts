/**
 * Leads: lead/list and the optional lead/info. Which field the list's times filter is not stated; newest
 * update first is asked for.
 */
import { LEAD_INFO_PATH, LEAD_LIST_PATH } from '#shared/http-api/lead';
import type { ApiClient } from './client';
import { endOf, startOf, type ListFlag, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

/** Converted leads leave the default list of the live service; the contract's own knows no `2`. */
const ARCHIVE: Partial<Record<ListFlag, number>> = { archived: 1, converted: 2 };

export const listLeads = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    LEAD_LIST_PATH,
    {
      start_index: query.page,
      count: query.count,
      start_time: startOf(query),
      end_time: endOf(query),
      sort_field: 'update_time',
      archive: ARCHIVE[query.flag],
    },
    'lead_id',
  );

export const leadInfo = (client: ApiClient, id: string) =>
  readDetail(client, LEAD_INFO_PATH, { lead_id: id });
