/** user/list: a bare, unpaged array (contract B). */
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import type { ApiClient } from './client';
import { readPage } from './read-page';

export const listUsers = (client: ApiClient) => readPage(client, USER_LIST_PATH, {}, 'user_id');
