/**
 * The screens of the rail: icon, the records they show, and the code that draws them, each in its own chunk.
 */
import {
  IconActivity,
  IconBriefcase,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconFileText,
  IconSend,
  IconSettings,
  IconSun,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { later, type Later } from '../ui/later';
import type { Route, Screen } from './router';

// One component for all lists, so that they share one chunk.
const Records = later(async () => (await import('../features/records/records-screen')).RecordsScreen);
const listOf = (resource: ResourceName): Later<object> =>
  Object.assign(() => <Records key={resource} resource={resource} />, { preload: Records.preload });

export const SCREEN_COMPONENTS: Readonly<Record<Screen, Later<object>>> = {
  today: later(async () => (await import('../features/today/today-screen')).TodayScreen),
  outbox: later(async () => (await import('../features/outbox/outbox-screen')).OutboxScreen),
  trail: listOf('trail'),
  customers: later(async () => (await import('../features/customers/customers-screen')).CustomersScreen),
  orders: listOf('order'),
  quotations: listOf('quotation'),
  'purchase-orders': listOf('purchaseOrder'),
  invoices: listOf('outboundInvoice'),
  receipts: listOf('receipt'),
  activity: later(async () => (await import('../features/activity/activity-screen')).ActivityScreen),
  settings: later(async () => (await import('../features/settings/settings-screen')).SettingsScreen),
};

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
  activity: IconChartBar,
  settings: IconSettings,
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
  user: 'settings',
};
/** The screen that lists a resource, and the query that selects it there. */
export const placeOf = (resource: ResourceName): { screen: Screen; params: Record<string, string> } => ({
  screen: SCREEN_OF[resource],
  params: resource === 'lead' ? { tab: 'leads' } : {},
});

/** What the screen lists, if it does: the other way round, companies before leads. */
export const resourceOf = ({ screen, params }: Route): ResourceName | undefined => {
  if (screen === 'settings' || params.page !== undefined) return undefined;
  const [first, second] = RESOURCES.filter((resource) => SCREEN_OF[resource] === screen);
  return params.tab === 'leads' ? second : first;
};
