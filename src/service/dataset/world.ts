/**
 * Shared data of the generators: one random generator, a calendar that ends yesterday, the people and
 * companies made so far. Everything depends on the seed and the server's day, so the same seed on the same
 * day makes the same company.
 */
import { Dice } from '../random';
import { DAY_MS, wallTime } from '../server-time';
import { jsonId } from '../store/exact-json';
import { newRecord, type RecordStore, SERVICE_RESOURCES, type ServiceResource } from '../store/record-store';
import { CURRENCIES } from './enumerations';

export interface UserSeed {
  id: string;
  nickname: string;
  email: string;
  fullName: string;
}
export interface ContactSeed {
  id: string;
  name: string;
  email: string;
  tel: string;
}
export interface CompanySeed {
  id: string;
  name: string;
  owner: UserSeed;
  contacts: ContactSeed[];
  country: string;
  phone: string;
  address: string;
}
export interface LeadSeed {
  id: string;
  name: string;
}
export interface ProductSeed {
  id: string;
  skuId: string;
  no: string;
  name: string;
  cnName: string;
  model: string;
  unit: string;
  price: number;
}
export interface OrderSeed {
  id: string;
  number: string;
  name: string;
  company: CompanySeed;
  handler: UserSeed;
  currency: (typeof CURRENCIES)[number];
  lines: { uniqueId: number; product: ProductSeed; count: number; price: number }[];
  amount: number;
  ageDays: number;
  opportunity: OpportunitySeed | undefined;
}
/** A receipt that is allocated to its order. */
export interface ReceiptSeed {
  number: string;
  order: OrderSeed;
  amount: number;
}
export interface OpportunitySeed {
  id: string;
  name: string;
  companyId: string;
}

/** The place of contacts among the kinds of record. It stays when a kind is added, so that their ids stay. */
const CONTACTS = 11;

/** Ids of 10, 13, 17 and 19 digits, distinct within a resource. */
export const datasetId = (resource: ServiceResource | 'contact', index: number): string => {
  const k = resource === 'contact' ? CONTACTS : SERVICE_RESOURCES.indexOf(resource);
  if (index % 23 === 7)
    return String(BigInt((k % 8) + 1) * 1_000_000_000_000_000_000n + BigInt(index) * 104_729n);
  if (index % 11 === 3) return String(BigInt(10 + k) * 1_000_000_000_000_000n + BigInt(index) * 7_919n);
  return String(
    index % 3 === 0 ? ((k % 9) + 1) * 1_000_000_000 + index * 31 : (10 + k) * 100_000_000_000 + index * 17,
  );
};

export const cents = (value: number): number => Math.round(value * 100) / 100;
/** Yen amounts are whole, and a hundred times as large. */
const isYen = ({ code }: { code: string }): boolean => code === 'JPY';
export const roundIn = (currency: { code: string }, value: number): number =>
  isYen(currency) ? Math.round(value) : cents(value);
/** About the same worth in this currency. */
export const amountIn = (currency: { code: string }, value: number): number =>
  roundIn(currency, isYen(currency) ? value * 100 : value);

export class World {
  readonly dice: Dice;
  readonly users: UserSeed[] = [];
  readonly companies: CompanySeed[] = [];
  readonly leads: LeadSeed[] = [];
  readonly products: ProductSeed[] = [];
  readonly orders: OrderSeed[] = [];
  readonly opportunities: OpportunitySeed[] = [];
  readonly receipts: ReceiptSeed[] = [];
  readonly todayMs: number;
  readonly #store: RecordStore;
  made = 0;

  constructor(store: RecordStore, random: () => number, todayMs: number) {
    this.#store = store;
    this.dice = new Dice(random);
    this.todayMs = todayMs;
  }

  /** A working hour between yesterday and `maxDays` ago, more often recent. */
  past(maxDays: number): { text: string; ageDays: number; ms: number } {
    const ageDays = Math.floor(maxDays * this.dice.next() ** 2);
    const ms = this.todayMs - (ageDays + 1) * DAY_MS + this.dice.int(8 * 3600, 20 * 3600) * 1000;
    return { text: wallTime(ms), ageDays, ms };
  }

  /** The same for what was made for an order: not before its day. */
  pastOf(order: OrderSeed, maxDays: number): ReturnType<World['past']> {
    return this.past(Math.min(maxDays, order.ageDays + 1));
  }

  /**
   * A later moment, at most yesterday; sometimes before the given one (create_time later than update_time).
   */
  after(ms: number): string {
    if (this.dice.chance(0.02)) return wallTime(ms - this.dice.int(1, 90) * 1000);
    const room = Math.max(0, this.todayMs - 60_000 - ms);
    return wallTime(ms + Math.floor(room * this.dice.next() ** 3));
  }

  /** One of the service's forms of "no date". */
  noDate(): string {
    return this.dice.pick(['', '1970-01-01 00:00:00', '1970-01-01 08:00:00']);
  }

  currency(): (typeof CURRENCIES)[number] {
    return this.dice.chance(0.6) ? CURRENCIES[0] : this.dice.pick(CURRENCIES);
  }

  put(resource: ServiceResource, record: Parameters<typeof newRecord>[0]): void {
    this.made += 1;
    this.#store.put(resource, newRecord(record), null, 0);
  }

  contact(owner: 'company' | 'lead', ownerId: string, contact: ContactSeed): void {
    this.#store.addContact({
      customerId: contact.id,
      owner,
      ownerId,
      email: contact.email,
      tel: contact.tel,
    });
  }

  activity(userId: string, day: string, kind: string, amount: number): void {
    this.#store.addActivity(userId, day, kind, amount, true);
  }
}

export const userText = (user: UserSeed) => ({ user_id: user.id, nickname: user.nickname });
export const userNumber = (user: UserSeed) => ({ user_id: jsonId(user.id), nickname: user.nickname });
export const avatarOf = (user: UserSeed): string =>
  user.email.startsWith('left') ? '' : `https://cdn.demo.example/avatar/${user.id}.png`;
