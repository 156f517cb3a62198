/** The screens of the rail: icon, the records they show, and the code that draws them, each in its own chunk. */
import { IconActivity, IconBriefcase, IconBuildingStore, IconCash, IconChartBar, IconFileInvoice, IconFileText, IconSend, IconSettings, IconSun, IconTruckDelivery, IconUsers } from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import type { ResourceName } from '#shared/domain/resources';
import type { Screen } from './router';

// One lazy component for all lists: React holds back what a suspended screen reveals by 300 ms, which may happen once, not per list.
const Records = lazy(async () => ({ default: (await import('../features/records/records-screen')).RecordsScreen }));
const listOf = (resource: ResourceName): ComponentType => () => <Records key={resource} resource={resource} />;

export const SCREEN_COMPONENTS: Readonly<Record<Screen, ComponentType>> = {
  today: lazy(async () => ({ default: (await import('../features/today/today-screen')).TodayScreen })),
  outbox: lazy(async () => ({ default: (await import('../features/outbox/outbox-screen')).OutboxScreen })),
  trail: listOf('trail'),
  customers: lazy(async () => ({ default: (await import('../features/customers/customers-screen')).CustomersScreen })),
  orders: listOf('order'), quotations: listOf('quotation'), 'purchase-orders': listOf('purchaseOrder'), invoices: listOf('outboundInvoice'), receipts: listOf('receipt'),
  activity: lazy(async () => ({ default: (await import('../features/activity/activity-screen')).ActivityScreen })),
  settings: lazy(async () => ({ default: (await import('../features/settings/settings-screen')).SettingsScreen })),
};

export const SCREEN_ICONS: Readonly<Record<Screen, typeof IconSun>> = {
  today: IconSun, outbox: IconSend, trail: IconActivity, customers: IconUsers, orders: IconBriefcase, quotations: IconFileText, 'purchase-orders': IconTruckDelivery,
  invoices: IconFileInvoice, receipts: IconCash, activity: IconChartBar, settings: IconSettings,
};
export const RESOURCE_ICONS: Readonly<Record<ResourceName, typeof IconSun>> = {
  trail: IconActivity, company: IconBuildingStore, lead: IconUsers, order: IconBriefcase, quotation: IconFileText, purchaseOrder: IconTruckDelivery, outboundInvoice: IconFileInvoice, receipt: IconCash, user: IconUsers,
};

const SCREEN_OF: Readonly<Record<ResourceName, Screen>> = {
  trail: 'trail', company: 'customers', lead: 'customers', order: 'orders', quotation: 'quotations', purchaseOrder: 'purchase-orders', outboundInvoice: 'invoices', receipt: 'receipts', user: 'settings',
};
/** The screen that lists a resource, and the query that selects it there. */
export const placeOf = (resource: ResourceName): { screen: Screen; params: Record<string, string> } => ({ screen: SCREEN_OF[resource], params: resource === 'lead' ? { tab: 'leads' } : {} });
