/**
 * Query strings and form bodies without platform types. Undefined values are left out; order is kept, so that
 * requests are reproducible.
 */
export type QueryValue = string | number | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export const queryString = (query: Query): string =>
  Object.entries(query)
    .flatMap(([key, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`],
    )
    .join('&');

/** `base` without trailing slash + `path` + query. */
export const urlOf = (base: string, path: string, query: Query = {}): string => {
  const tail = queryString(query);
  return `${base.replace(/\/+$/, '')}${path}${tail === '' ? '' : `?${tail}`}`;
};
