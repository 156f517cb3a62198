/**
 * Compares a handful of records of an account's copy with what another address returns, to tell whether that
 * address shows the same CRM (ADR 15). It only reads, and it stores nothing.
 *
 * Of each kind, the newest records are compared, because an older copy of the CRM lacks them, and some older ones.
 * A record is equal if the address returns its id with the same number and creation time. Its name counts only if
 * neither can be compared, because colleagues change names.
 */
import { toId } from '#shared/domain/ids';
import { dayOf, parseServerTime, type ServerTime } from '#shared/domain/time';
import type { ResourceName } from '#shared/domain/resources';
import type { ComparedKind } from '#shared/contract/accounts';
import type { Trouble } from '../../api/classify-read';
import type { ApiClient } from '../../api/client';
import type { ListQuery } from '../../api/list-query';
import type { Answer, DetailAnswer, ListPage } from '../../api/read-page';
import {
  companyInfo,
  leadInfo,
  listCompanies,
  listLeads,
  listOrders,
  listOutboundInvoices,
  listPurchaseOrders,
  listQuotations,
  orderInfo,
  outboundInvoiceInfo,
  purchaseOrderInfo,
  quotationInfo,
} from '../../api/record-reads';
import type { CacheReader } from '../../store/cache-store';

type Values = Record<string, unknown>;

interface Kind {
  resource: ResourceName;
  /** The field with the number that the CRM gave the record. */
  number: string;
  /** The list filters by creation time (contract). What times the other lists filter by is not stated. */
  filtersByCreation: boolean;
  /** Optional in the contract, except that of invoices. */
  one: (client: ApiClient, id: string) => Promise<Answer<DetailAnswer>>;
  list: (client: ApiClient, query: ListQuery) => Promise<Answer<ListPage>>;
}
const KINDS: readonly Kind[] = [
  {
    resource: 'company',
    number: 'serial_id',
    one: companyInfo,
    list: listCompanies,
    filtersByCreation: true,
  },
  { resource: 'order', number: 'order_no', one: orderInfo, list: listOrders, filtersByCreation: true },
  { resource: 'lead', number: 'serial_id', one: leadInfo, list: listLeads, filtersByCreation: false },
  {
    resource: 'quotation',
    number: 'quotation_no',
    one: quotationInfo,
    list: listQuotations,
    filtersByCreation: false,
  },
  {
    resource: 'outboundInvoice',
    number: 'serial_id',
    one: outboundInvoiceInfo,
    list: listOutboundInvoices,
    filtersByCreation: true,
  },
  {
    resource: 'purchaseOrder',
    number: 'purchase_order_no',
    one: purchaseOrderInfo,
    list: listPurchaseOrders,
    filtersByCreation: true,
  },
];
const MOST_KINDS = 3;
const NEWEST = 3;
const OLDER = 2;
const PAGE = 100;
const MOST_PAGES = 3;

/** Fewer equal records prove nothing. */
export const LEAST_EQUAL = 3;
/** Colleagues may have deleted some records since they were copied. */
const LEAST_SHARE = 2 / 3;

/** A record of the copy. */
interface Held {
  id: string;
  values: Values;
}
/** The records of the copy that are compared, by kind. */
export type Sample = readonly { resource: ResourceName; records: readonly Held[] }[];

type Copy = Pick<CacheReader, 'liveIds' | 'recordForEdit'>;

export const sampleOf = (copy: Copy): Sample =>
  KINDS.map(({ resource }) => ({
    resource,
    records: chosen(copy.liveIds(resource)).flatMap((id) => {
      const values = copy.recordForEdit(resource, id)?.values;
      return values === undefined ? [] : [{ id, values }];
    }),
  }))
    .filter(({ records }) => records.length > 0)
    .slice(0, MOST_KINDS);

/** The newest ids, and some older ones. The service's ids grow. */
const chosen = (ids: readonly string[]): string[] => {
  const sorted = ids.toSorted((a, b) => b.length - a.length || (a < b ? 1 : -1));
  const rest = sorted.slice(NEWEST);
  const older = Array.from(
    { length: OLDER },
    (_, n) => rest[Math.floor(((n + 1) * (rest.length - 1)) / OLDER)],
  );
  return [...new Set([...sorted.slice(0, NEWEST), ...older.filter((id) => id !== undefined)])];
};

/**
 * Reads the records of the sample. A record that cannot be compared is left out, and so is a kind that the sign-in may
 * not read.
 */
export const compareRecords = async (client: ApiClient, sample: Sample): Promise<Answer<ComparedKind[]>> => {
  const compared: ComparedKind[] = [];
  for (const { resource, records } of sample) {
    const kind = KINDS.find((one) => one.resource === resource);
    if (!kind) continue;
    const verdicts: boolean[] = [];
    for (const record of records) {
      const verdict = await compareRecord(client, kind, record);
      if (!verdict.ok) return verdict;
      if (verdict.value !== null) verdicts.push(verdict.value);
    }
    const equal = verdicts.filter(Boolean).length;
    if (verdicts.length > 0) compared.push({ resource, asked: verdicts.length, equal });
  }
  return { ok: true, value: compared };
};

/** Returns true if the compared records prove that both addresses show one CRM. */
export const isSameCrm = (compared: readonly ComparedKind[], sample: Sample): boolean => {
  const sum = (key: 'asked' | 'equal'): number => compared.reduce((all, kind) => all + kind[key], 0);
  const kinds = compared.filter(({ equal }) => equal > 0).length;
  return (
    kinds >= Math.min(2, sample.length) &&
    sum('equal') >= LEAST_EQUAL &&
    sum('equal') >= sum('asked') * LEAST_SHARE
  );
};

/**
 * True if the address shows the same record; false if it shows another one under this id, or none; null if that cannot
 * be found out.
 */
const compareRecord = async (client: ApiClient, kind: Kind, held: Held): Promise<Answer<boolean | null>> => {
  const one = await kind.one(client, held.id);
  if (!one.ok && !isAboutRecord(one.trouble)) return one;
  const verdict = one.ok ? isEqual(kind, held.values, one.value.value) : null;
  if (verdict !== null) return { ok: true, value: verdict };
  const listed = await findInList(client, kind, held);
  if (!listed.ok) return isAboutRecord(listed.trouble) ? { ok: true, value: null } : listed;
  if (listed.value === undefined) return { ok: true, value: null };
  return { ok: true, value: listed.value !== null && isEqual(kind, held.values, listed.value) };
};

/** The record or its route is missing, or not permitted. Any other trouble ends the comparison. */
const isAboutRecord = ({ kind }: Trouble): boolean =>
  kind === 'not-offered' || kind === 'refused' || kind === 'forbidden' || kind === 'bad-answer';

/**
 * Looks for one record in the list of its kind, from its creation on: null if the list lacks it, undefined if the list
 * is too long to tell. If it is not stated by which time a list filters, the end is open, because the last update is
 * not earlier than the creation.
 */
const findInList = async (
  client: ApiClient,
  { list, filtersByCreation }: Kind,
  { id, values }: Held,
): Promise<Answer<Values | null | undefined>> => {
  const created = text(values.create_time);
  const window =
    created === null || parseServerTime(created) === undefined
      ? undefined
      : {
          axis: 'create' as const,
          from: `${dayOf(created)} 00:00:00`,
          to: endOf(created, filtersByCreation),
        };
  let listed = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await list(client, { page, count: PAGE, flag: 'live', window });
    if (!answer.ok) return answer;
    const { items, total } = answer.value;
    const item = items.find((one) => one.id === id);
    if (item) return { ok: true, value: item.value };
    listed += items.length;
    // A page may be shorter than requested although more follow.
    if (items.length === 0 || (total !== null && listed >= total)) return { ok: true, value: null };
  }
  return { ok: true, value: undefined };
};

const endOf = (created: ServerTime, isOfCreation: boolean): ServerTime =>
  isOfCreation ? `${dayOf(created)} 23:59:59` : '2099-12-31 23:59:59';

/** Null if the address shows none of the compared fields. */
const isEqual = ({ number }: Kind, here: Values, there: Values): boolean | null => {
  const agrees = (key: string): boolean | null => {
    const [one, other] = [text(here[key]), text(there[key])];
    return one === null || other === null ? null : one === other;
  };
  const proofs = [agrees(number), agrees('create_time')].filter((proof) => proof !== null);
  return proofs.length > 0 ? proofs.every(Boolean) : agrees('name');
};

/** Numbers may come as digits. Returns null for an empty value. */
const text = (value: unknown): string | null => {
  const plain = typeof value === 'string' ? value.trim() : toId(value);
  return plain === undefined || plain === '' ? null : plain;
};
