/** The code of each screen of the rail, each in its own chunk; all lists share one chunk. */
import type { ResourceName } from '#shared/domain/resources';
import { later, type Later } from '../ui/later';
import type { Screen } from '#shared/domain/screens';

// One component for all lists, so that they share one chunk.
const Records = later(async () => (await import('../features/lists/records-screen')).RecordsScreen, {
  texts: 'first',
});
const listOf = (resource: ResourceName): Later<object> =>
  Object.assign(() => <Records key={resource} resource={resource} />, { preload: Records.preload });

export const SCREEN_COMPONENTS: Readonly<Record<Screen, Later<object>>> = {
  today: later(async () => (await import('../features/today/today-screen')).TodayScreen, { texts: 'first' }),
  outbox: later(async () => (await import('../features/outbox/outbox-screen')).OutboxScreen),
  trail: listOf('trail'),
  customers: later(async () => (await import('../features/customers/customers-screen')).CustomersScreen),
  orders: listOf('order'),
  quotations: listOf('quotation'),
  'purchase-orders': listOf('purchaseOrder'),
  invoices: listOf('outboundInvoice'),
  receipts: listOf('receipt'),
  opportunities: listOf('opportunity'),
  products: listOf('product'),
  collections: listOf('collection'),
  activity: later(async () => (await import('../features/team-report/report-screen')).ReportScreen),
  agenda: later(async () => (await import('../features/agenda/agenda-screen')).AgendaScreen),
  help: later(async () => (await import('../features/help/help-screen')).HelpScreen),
  travel: later(async () => (await import('../features/travel/travel-screen')).TravelScreen),
  settings: later(async () => (await import('../features/settings/settings-screen')).SettingsScreen),
};
