/**
 * The page of a customer, stored in the address (`#/customers?page=company~12`) beside the list's query, so
 * that going back shows the list as it was. `part` is the tab of the page.
 */
import type { TimelineSubject } from '#shared/contract/timeline';
import type { Screen } from '#shared/domain/screens';
import { onOtherAccount } from '../client/of-account';
import { currentRoute, goTo, type Route, setParams } from './router';
import type { ResourceName } from '#shared/domain/resources';

export const PARTS = [
  'timeline',
  'opportunity',
  'order',
  'quotation',
  'outboundInvoice',
  'receipt',
  'collection',
  'about',
] as const;
export type Part = (typeof PARTS)[number];

export const hasPage = (resource: ResourceName): resource is TimelineSubject['resource'] =>
  resource === 'company' || resource === 'lead';

export const readPage = (params: Readonly<Record<string, string>>): TimelineSubject | undefined => {
  const [name, id] = params.page?.split('~', 2) ?? [];
  return (name === 'company' || name === 'lead') && id !== undefined && id !== ''
    ? { resource: name, id }
    : undefined;
};

export const readPart = (params: Readonly<Record<string, string>>): Part =>
  PARTS.find((part) => part === params.part) ?? 'timeline';

interface Origin {
  page: string;
  route: Route;
}
/** The place from which the current page was opened; null if it was opened by a link. */
let origin: Origin | null = null;
onOtherAccount(() => {
  origin = null;
});

const pageKey = ({ resource, id }: TimelineSubject): string => `${resource}~${id}`;

/**
 * Parameters of the address that are no part of the list's view: the page, what is open beside it, and the form or
 * print preview over it. A form or preview of another record would cover the page that the user asked for.
 */
const NO_PART_OF_VIEW: ReadonlySet<string> = new Set([
  'tab',
  'page',
  'part',
  'open',
  'form',
  'about',
  'draft',
  'print',
  'period',
]);

/**
 * The query of the list behind the page of `ref`. Companies and leads have different fields, so neither list
 * takes the view of the other.
 */
const listOf = ({ screen, params }: Route, ref: TimelineSubject): Route['params'] => {
  const listed = params.tab === 'leads' ? 'lead' : 'company';
  const tab: Route['params'] = ref.resource === 'lead' ? { tab: 'leads' } : {};
  if (screen !== 'customers' || listed !== ref.resource) return tab;
  return {
    ...Object.fromEntries(Object.entries(params).filter(([name]) => !NO_PART_OF_VIEW.has(name))),
    ...tab,
  };
};

/** Opens the page of a company or lead. The list from which it was opened, if any, stays in the address. */
export const openCustomerPage = (ref: TimelineSubject): void => {
  const route = currentRoute();
  if (route.params.page === undefined) origin = { page: pageKey(ref), route };
  goTo('customers', { ...listOf(route, ref), page: pageKey(ref) });
};

/** Shows another customer on the page, e.g. the next of the list, or the same one under its real id. */
export const replaceCustomerPage = (ref: TimelineSubject): void => {
  const present = currentRoute().params.page;
  if (origin?.page === present) origin = origin && { ...origin, page: pageKey(ref) };
  setParams({ page: pageKey(ref), open: undefined });
};

/** The screen to go back to. */
export const originScreen = (params: Readonly<Record<string, string>>): Screen =>
  origin?.page === params.page ? (origin?.route.screen ?? 'customers') : 'customers';

/** Goes back to the place from which the page was opened; to the list if it was opened by a link. */
export const closeCustomerPage = (): void => {
  const { params } = currentRoute();
  if (origin?.page === params.page && origin) {
    goTo(origin.route.screen, origin.route.params);
    return;
  }
  const { page: _page, part: _part, open: _open, ...list } = params;
  goTo('customers', list);
};
