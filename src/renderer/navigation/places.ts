/** The screen of each kind of record, and the icons of screens and kinds. */
import {
  IconActivity,
  IconCalendarDue,
  IconBriefcase,
  IconBuildingStore,
  IconCash,
  IconCoins,
  IconChartBar,
  IconFileInvoice,
  IconFileText,
  IconHelp,
  IconLuggage,
  IconPackage,
  IconSend,
  IconSettings,
  IconSun,
  IconTargetArrow,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { Screen } from '#shared/domain/screens';
import type { Route } from './router';

export const SCREEN_ICONS: Readonly<Record<Screen, typeof IconSun>> = {
  today: IconSun,
  outbox: IconSend,
  trail: IconActivity,
  customers: IconUsers,
  orders: IconBriefcase,
  quotations: IconFileText,
  'purchase-orders': IconTruckDelivery,
  invoices: IconFileInvoice,
  receipts: IconCash,
  opportunities: IconTargetArrow,
  products: IconPackage,
  collections: IconCoins,
  activity: IconChartBar,
  settings: IconSettings,
  agenda: IconCalendarDue,
  help: IconHelp,
  travel: IconLuggage,
};
export const RESOURCE_ICONS: Readonly<Record<ResourceName, typeof IconSun>> = {
  trail: IconActivity,
  company: IconBuildingStore,
  lead: IconUsers,
  order: IconBriefcase,
  quotation: IconFileText,
  purchaseOrder: IconTruckDelivery,
  outboundInvoice: IconFileInvoice,
  receipt: IconCash,
  opportunity: IconTargetArrow,
  product: IconPackage,
  collection: IconCoins,
  user: IconUsers,
};

const SCREEN_OF: Readonly<Record<ResourceName, Screen>> = {
  trail: 'trail',
  company: 'customers',
  lead: 'customers',
  order: 'orders',
  quotation: 'quotations',
  purchaseOrder: 'purchase-orders',
  outboundInvoice: 'invoices',
  receipt: 'receipts',
  opportunity: 'opportunities',
  product: 'products',
  collection: 'collections',
  // No screen lists people. Their panel needs a screen that shows one, and companies are always on this computer.
  user: 'customers',
};
/** Screens of kinds that a CRM may lack. Such a screen is hidden if this computer has no copy of the kind. */
export const HIDDEN_WITHOUT: Readonly<Partial<Record<Screen, ResourceName>>> = {
  opportunities: 'opportunity',
  products: 'product',
  collections: 'collection',
};
/** The screen that lists a resource, with the query that selects it. */
export const placeOf = (resource: ResourceName): { screen: Screen; params: Record<string, string> } => ({
  screen: SCREEN_OF[resource],
  params: resource === 'lead' ? { tab: 'leads' } : {},
});

/** The resource that a screen lists, if any: companies before leads. */
export const resourceOf = ({ screen, params }: Route): ResourceName | undefined => {
  if (params.page !== undefined) return undefined;
  const [first, second] = RESOURCES.filter((resource) => SCREEN_OF[resource] === screen);
  return params.tab === 'leads' ? second : first;
};
