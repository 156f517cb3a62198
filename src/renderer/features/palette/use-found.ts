/** The results of the palette. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchHit } from '#shared/contract/records';
import { compared } from '#shared/domain/exact-hit';
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';
import { exactFirst } from '../../client/exact-first';
import { ask, queryKeys } from '../../client/query-keys';

type Shown = Pick<SearchHit, 'resource' | 'title' | 'subtitle'>;

/**
 * The exact hits come first, then those in whose lines the text is. The others were found by what a line does not show,
 * such as an address, and would displace a customer of this name. Within these parts the order stays.
 */
export const visibleFirst = <T extends Shown>(hits: readonly T[], text: string): T[] => {
  const words = compared(text).split(' ');
  const isVisible = ({ title, subtitle }: T): boolean => {
    const shown = compared(`${title} ${subtitle}`);
    return words.every((word) => shown.includes(word));
  };
  return exactFirst([...hits.filter(isVisible), ...hits.filter((hit) => !isVisible(hit))], text);
};

const CUSTOMERS: ResourceName[] = ['company', 'lead'];
const MOST_CUSTOMERS = 6;

/**
 * Returns the results of the palette. Customers are searched separately, because documents are newer and more
 * numerous. Both searches have one result, so that lines do not move.
 */
export const useFound = (text: string) =>
  useQuery({
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    ...ask(queryKeys.found(text), async () => {
      const [found, all] = await Promise.all([
        core.records.search({ text, limit: 30, resources: CUSTOMERS }),
        core.records.search({ text, limit: 30 }),
      ]);
      const customers = visibleFirst(found, text).slice(0, MOST_CUSTOMERS);
      const others = all.filter(
        ({ resource, id }) => !customers.some((one) => one.resource === resource && one.id === id),
      );
      return { customers, others: exactFirst(others, text) };
    }),
  });
