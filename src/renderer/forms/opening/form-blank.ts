/**
 * The initial values of a new document: today, the user, and values from the record from which it was
 * started.
 */
import type { Row } from '#shared/contract/records';
import type { IntentKind } from '#shared/domain/intent';
import { FOR_ORDER } from '#shared/domain/receipts';
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import { linesOf, nameOf, nestedIdOf } from '#shared/domain/nested-values';
import { isOffered, type LookupItem } from '#shared/http-api/lookups';
import { core } from '../../client/client';
import type { About } from '../../navigation/about-here';
import { type FormChild, type FormValues, type TypedValue } from '../values/form-values';
import { lastRates, ratesOf } from '../kinds/last-rates';
import { leftToReceive } from '../kinds/order-left';
import { type OrderFacts, orderFacts, orderLinesOf } from '../kinds/order-lines';
import { proposeNumber } from '../kinds/propose-number';
import { valueText } from '#shared/domain/value-text';

export const newChildRef = (): string => `local:${crypto.randomUUID()}`;

/** The name of a company, lead or opportunity, from disk or from pending work. */
const nameOfRecord = async (resource: 'company' | 'lead' | 'opportunity', id: string): Promise<string> => {
  const held = await core.records.get({ resource, id });
  if (held) return held.title;
  const known = await core.outbox.editBase({ kind: resource, ref: id });
  return typeof known?.current.fields.name === 'string' ? known.current.fields.name : '';
};

const newestOrderOf = async (companyId: string): Promise<Row | undefined> =>
  (await core.records.related({ resource: 'company', id: companyId, limit: 1 })).find(
    ({ resource }) => resource === 'order',
  )?.rows[0];

interface Started {
  fields: Record<string, TypedValue>;
  children: FormChild[];
  names: Record<string, string>;
}

const aboutCompany = async (id: string): Promise<Started> => ({
  fields: { company_id: id },
  children: [],
  names: { [`company~${id}`]: await nameOfRecord('company', id) },
});

/** The customer, currency and rates of an order. */
const headOf = (order: OrderFacts): Omit<Started, 'children'> => ({
  fields: {
    ...(order.companyId === '' ? {} : { company_id: order.companyId }),
    currency: order.currency,
    exchange_rate: order.rate,
    exchange_rate_usd: order.rateUsd,
  },
  names: {
    [`order~${order.id}`]: order.number,
    ...(order.companyId === '' ? {} : { [`company~${order.companyId}`]: order.companyName }),
  },
});

/** An invoice that is started from an order: every line with the quantity left to invoice. */
const invoiceFor = async (orderId: string): Promise<Started> => {
  const order = await orderFacts(orderId);
  if (!order) return { fields: {}, children: [], names: {} };
  const lines = await orderLinesOf(order);
  const children = lines.filter(({ left }) => left !== '0').map(({ child }) => child);
  return { ...headOf(order), children };
};

/** A receipt that is started from an order: the amount left to receive, allocated to the order (contract E7). */
const receiptFor = async (orderId: string): Promise<Started> => {
  const order = await orderFacts(orderId, false);
  if (!order) return { fields: {}, children: [], names: {} };
  const left = await leftToReceive(order);
  const amount = left === '' ? {} : { cash_collection_amount: left };
  const head = headOf(order);
  return {
    ...head,
    fields: { ...head.fields, ...(left === '' ? {} : { amount: left }) },
    children: [{ ref: newChildRef(), fields: { refer_type: FOR_ORDER, refer_id: orderId, ...amount } }],
  };
};

const customerOf = (values: Readonly<Record<string, unknown>>): { id: string; name: string } => {
  const customer = values.company ?? values.company_info;
  return { id: nestedIdOf(customer), name: nameOf(customer) };
};

/**
 * A receipt that is started from an invoice: its customer, currency and rates, allocated to its order if it has
 * only one. Nobody but the CRM knows what is left to receive of an invoice, so the amount is typed.
 */
const receiptForInvoice = async (invoiceId: string): Promise<Started> => {
  const values = (await core.records.get({ resource: 'outboundInvoice', id: invoiceId }))?.values ?? {};
  const { id, name } = customerOf(values);
  const currency = /^[A-Z]{3}$/.exec(valueText(values.currency))?.[0] ?? '';
  const own = ratesOf({ values });
  // A list may come without rates, and an invoice that waits to be sent has none until the CRM gives it some.
  const rates = own.exchange_rate === '' ? await lastRates(currency) : own;
  const orders = new Map(
    linesOf(values.record_list).map((line) => [valueText(line.order_id), valueText(line.order_no)]),
  );
  const [[orderId, number] = ['0', '']] = orders;
  const hasOrder = orders.size === 1 && !isNoId(orderId);
  return {
    fields: {
      ...(id === '' ? {} : { company_id: id }),
      ...(currency === '' ? {} : { currency, ...rates }),
    },
    children: hasOrder ? [{ ref: newChildRef(), fields: { refer_type: FOR_ORDER, refer_id: orderId } }] : [],
    names: {
      [`company~${id}`]: name,
      ...(hasOrder && number !== '' ? { [`order~${orderId}`]: number } : {}),
    },
  };
};

/** A note that is started from an order or an invoice: about its customer. */
const noteFor = async (
  resource: 'order' | 'outboundInvoice',
  id: string,
  fields: Started['fields'],
): Promise<Started> => {
  const values = (await core.records.get({ resource, id }))?.values ?? {};
  const { id: company, name } = customerOf(values);
  if (company === '') return { fields, children: [], names: {} };
  return {
    fields: { ...fields, company_id: company },
    children: [],
    names: { [`company~${company}`]: name },
  };
};

/** A document of a company in money: the currency and rates of its newest order. */
const moneyOfCompany = async (companyId: string): Promise<Started> => {
  const [company, order] = await Promise.all([aboutCompany(companyId), newestOrderOf(companyId)]);
  const currency = valueText(order?.values.currency);
  return currency === ''
    ? company
    : { ...company, fields: { ...company.fields, currency, ...ratesOf(order) } };
};

const flagOf = ({ raw }: LookupItem, key: string): boolean => isObject(raw) && String(raw[key]) === '1';

/**
 * Returns the CRM's default sales process and the first stage that it offers; no fields if it offers no
 * stages.
 */
const firstStage = async (): Promise<Record<string, TypedValue>> => {
  const offered = async (name: 'opportunityFlow' | 'opportunityStage'): Promise<LookupItem[]> =>
    (await core.records.lookup({ name })).filter(isOffered);
  const [flows, stages] = await Promise.all([offered('opportunityFlow'), offered('opportunityStage')]);
  const flow =
    flows.find((item) => flagOf(item, 'default_flag')) ??
    flows.find((item) => flagOf(item, 'main_flag')) ??
    flows[0];
  const stage = stages.find((item) => item.parentId === flow?.id);
  return flow === undefined || stage === undefined ? {} : { flow_id: flow.id, stage: stage.id };
};

const receiptAbout = async (about: About | null): Promise<Started | null> => {
  if (about?.resource === 'order') return await receiptFor(about.id);
  if (about?.resource === 'outboundInvoice') return await receiptForInvoice(about.id);
  return about?.resource === 'company' ? await moneyOfCompany(about.id) : null;
};

export const buildBlank = async (
  kind: IntentKind,
  about: About | null,
  { selfUserId, now }: { selfUserId: string | null; now: string },
): Promise<FormValues> => {
  const me = selfUserId === null ? [] : [selfUserId];
  const company =
    about?.resource === 'company' ? await aboutCompany(about.id) : { fields: {}, children: [], names: {} };
  switch (kind) {
    case 'company':
      return {
        fields: { pool_id: '0' },
        children: [{ ref: newChildRef(), fields: { main_customer_flag: '1' } }],
        names: {},
      };
    case 'lead':
      return {
        fields: {},
        children: [{ ref: newChildRef(), fields: { main_customer_flag: '1' } }],
        names: {},
      };
    case 'opportunity': {
      const started = about?.resource === 'company' ? await moneyOfCompany(about.id) : company;
      return {
        ...started,
        fields: { ...(await firstStage()), main_user: selfUserId ?? '', ...started.fields },
      };
    }
    case 'outboundInvoice': {
      const started = about?.resource === 'order' ? await invoiceFor(about.id) : company;
      return {
        ...started,
        fields: {
          handler: me,
          warehouse_invoice_time: now,
          serial_id: await proposeNumber(now),
          ...started.fields,
        },
      };
    }
    case 'receipt': {
      const started = (await receiptAbout(about)) ?? company;
      return {
        ...started,
        fields: { collection_date: now.slice(0, 10), handler: me, ...started.fields },
      };
    }
    case 'trailNote': {
      const fields: Record<string, TypedValue> = { remark_type: '101' };
      if (about?.resource === 'company') return { ...company, fields: { ...fields, ...company.fields } };
      if (about?.resource === 'lead' || about?.resource === 'opportunity')
        return {
          fields: { ...fields, [`${about.resource}_id`]: about.id },
          children: [],
          names: { [`${about.resource}~${about.id}`]: await nameOfRecord(about.resource, about.id) },
        };
      return about?.resource === 'order' || about?.resource === 'outboundInvoice'
        ? await noteFor(about.resource, about.id, fields)
        : { fields, children: [], names: {} };
    }
  }
};
