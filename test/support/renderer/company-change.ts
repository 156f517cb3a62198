/** A change that others made to a company, as the core tells it. */
import type { Change } from '#shared/contract/changes';

/** The company with the id `id` has another name since `at`. */
export const companyChange = (
  id: number,
  { at, person = null, personName = null }: Pick<Change, 'at'> & Partial<Change>,
): Change => ({
  resource: 'company',
  id: `${id}`,
  title: `Company ${id}`,
  kind: 'changed',
  fields: ['name'],
  overwritten: [],
  person,
  personName,
  at,
});
