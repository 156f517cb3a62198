/** Companies: company/list (`all=1`: private and public) and the optional company/info. */
import { COMPANY_INFO_PATH, COMPANY_LIST_PATH } from '#shared/http-api/company';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, timeTypeOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

export const listCompanies = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    COMPANY_LIST_PATH,
    {
      count: query.count,
      start_index: query.page,
      all: 1,
      removed: removedOf(query),
      start_time: startOf(query),
      end_time: endOf(query),
      time_type: timeTypeOf(query),
    },
    'company_id',
  );

export const companyInfo = (client: ApiClient, id: string) =>
  readDetail(client, COMPANY_INFO_PATH, { company_id: id });
