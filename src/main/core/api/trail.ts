/**
 * E1: the follow-up trail. Which field its times filter is not stated, so the window's axis is not sent; the
 * pull finds out.
 */
import { TRAIL_LIST_PATH } from '#shared/http-api/trail';
import type { ApiClient } from './client';
import { endOf, startOf, type ListQuery } from './list-query';
import { readPage } from './read-page';

export const listTrail = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    TRAIL_LIST_PATH,
    { start_time: startOf(query), end_time: endOf(query), count: query.count, start_index: query.page },
    'trail_id',
  );
