/**
 * The demo workspace: an invented trading company. The same seed on the same server day makes the same
 * records. A number in place of `demo` makes that many orders and the rest in proportion; `empty` makes only
 * the people and the lookups.
 */
import { seededRandom } from '../random';
import { startOfServerDay } from '../server-time';
import type { RecordStore } from '../store/record-store';
import { makeCollections } from './collections';
import { makeCompanies, makeLeads, restartContacts } from './customers';
import { makeOutboundInvoices, makeReceipts } from './invoices';
import { makeOrders } from './orders';
import { makeOpportunities } from './opportunities';
import { makeActivity, makeUsers } from './people';
import { makeProducts } from './products';
import { makePurchaseOrders } from './purchase-orders';
import { makeQuotations } from './quotations';
import { makeTrails } from './trails';
import { World } from './world';

export type Dataset = 'demo' | 'empty' | number;
export interface SeededDataset {
  records: number;
  seed: number;
}

const DEMO_ORDERS = 1200;

const shareOfDemo = (dataset: Dataset): number => {
  if (dataset === 'demo') return 1;
  return dataset === 'empty' ? 0 : dataset / DEMO_ORDERS;
};

/** Fills an empty store in one transaction; returns how many records there are. */
export const seedDataset = (
  store: RecordStore,
  dataset: Dataset,
  seed: number,
  nowMs: number,
): SeededDataset =>
  store.write(() => {
    const world = new World(store, seededRandom(seed), startOfServerDay(nowMs));
    const share = shareOfDemo(dataset);
    const of = (demo: number): number => (share === 0 ? 0 : Math.max(1, Math.round(demo * share)));
    restartContacts();
    makeUsers(world);
    makeProducts(world, share === 0 ? 20 : Math.min(5000, Math.max(20, of(200))));
    if (share > 0) {
      makeActivity(world, 60);
      makeCompanies(world, of(400));
      makeLeads(world, of(150));
      makeOpportunities(world, of(120));
      makeTrails(world, of(3000));
      makeOrders(world, dataset === 'demo' ? DEMO_ORDERS : (dataset as number));
      makeQuotations(world, of(900));
      makePurchaseOrders(world, of(500));
      makeOutboundInvoices(world, of(300));
      makeReceipts(world, of(400));
      makeCollections(world, of(450));
    }
    store.setMeta('dataset', String(dataset));
    store.setMeta('seed', String(seed));
    return { records: world.made, seed };
  });
