import type { ResourceName } from '#shared/domain/resources';
import { CATALOGUE, quoted } from './catalogue';

/**
 * SQL for the owners of a record, as `,1,2,`: the first owner field that is not empty (catalogue, `owners`). NULL if
 * there are none.
 */
export const ownersSql = (kind: ResourceName): string => {
  const { fields, owners } = CATALOGUE[kind];
  const terms = owners.map((key) =>
    fields.find((field) => field.key === key)?.storage === 'people'
      ? `r.${quoted(`${key}$ids`)}`
      : `',' || r.${quoted(`${key}$id`)} || ','`,
  );
  const listed = terms.join(', ');
  return terms.length === 1 ? listed : `coalesce(${listed})`;
};
