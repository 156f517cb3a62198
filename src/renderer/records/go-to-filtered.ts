import type { Filter } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { placeOf } from '../navigation/places';
import { goTo } from '../navigation/router';
import { filtersParam } from './list-view';

/** Opens the list of a resource with these filters, and with this order if one is given. */
export const goToFiltered = (resource: ResourceName, filters: Filter[], sort?: string): void => {
  const { screen, params } = placeOf(resource);
  goTo(screen, { ...params, f: filtersParam(filters) ?? '', ...(sort === undefined ? {} : { s: sort }) });
};
