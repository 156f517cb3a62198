import { useQueryClient } from '@tanstack/react-query';
import { inGroup } from '../../client/query-keys';
import { useChange } from '../../forms/windows/use-change';

/**
 * A change of the outbox that is no decision about an item, such as a pause. If the core refuses it, a message says
 * why, because the control then only shows its former state again.
 */
export const useOutboxChange = <Input = void>(change: (input: Input) => Promise<unknown>) => {
  const queries = useQueryClient();
  return useChange<unknown, Input>({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries(inGroup('outbox')),
  });
};
