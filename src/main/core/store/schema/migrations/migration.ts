/** One migration of the cache's own tables. */
export interface Migration {
  version: number;
  up: string;
}
