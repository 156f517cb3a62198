/** The view of a list, as the address names it. */
import { useMemo } from 'react';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { useRoute } from '../../navigation/router';
import { type FullView, readView, withKnownFields } from '../../records/list-view';
import { useServerToday } from '../../records/use-server-today';

/** Fields that are not among `columns` are left out. The view is the same object until it changes. */
export const useListView = (resource: ResourceName, columns: readonly Column[]): FullView => {
  const { q, s, f, removed } = useRoute().params;
  const today = useServerToday();
  const named = useMemo(
    () =>
      readView(
        resource,
        {
          ...(q === undefined ? {} : { q }),
          ...(s === undefined ? {} : { s }),
          ...(f === undefined ? {} : { f }),
          ...(removed === undefined ? {} : { removed }),
        },
        today,
      ),
    [resource, q, s, f, removed, today],
  );
  return useMemo(() => withKnownFields(named, columns), [named, columns]);
};
