/**
 * E7 `POST /v1/invoices/receiptRegistration/push`. A new registration with handler and company is pending
 * write-off; with either missing it is that or a draft, and the contract leaves open which.
 */
import { nowOf, type ServiceContext } from '../context';
import { ratesOf } from '../documents';
import type { Call } from '../endpoint';
import { idIn, idsIn, numberIn, takeFields, textIn, type FieldSpec } from '../input';
import { cannotBeEmpty, notFound } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { documentMeant } from './document-meant';
import { newRecord, type ServiceRecord } from '../store/record-store';
import { personInfo } from './person-info';

export const RECEIPT_DRAFT = 1;
const RECEIPT_PENDING = 3;

const FIELDS: FieldSpec = {
  collection_date: 'text',
  type: 'text',
  trade_no: 'text',
  account_name: 'text',
  bank_name: 'text',
  bank_account: 'text',
  remark: 'text',
  capital_account_id: 'number',
};

const blank = (context: ServiceContext, creatorId: string, now: string): ServiceRecord => {
  const id = context.store.nextId('receipt');
  return newRecord({
    id,
    createTime: now,
    updateTime: now,
    userId: creatorId,
    doc: {
      cash_collection_invoice_id: jsonId(id),
      cash_collection_invoice_no: '',
      currency: 'USD',
      amount: 0,
      real_amount: 0,
      status: 0,
      company_info: [],
      handler_info: [],
      create_user_info: personInfo(context, creatorId),
      create_time: now,
      update_time: now,
    },
    detail: { record_list: [] },
  });
};

const stateOf = (context: ServiceContext, hasHandler: boolean, hasCompany: boolean): number => {
  if (hasHandler && hasCompany) return RECEIPT_PENDING;
  if (context.quirks.receipt !== 'by-case')
    return context.quirks.receipt === 'draft' ? RECEIPT_DRAFT : RECEIPT_PENDING;
  return hasHandler ? RECEIPT_PENDING : RECEIPT_DRAFT;
};

const setParties = (context: ServiceContext, record: ServiceRecord, body: Json): void => {
  const company = idIn(body, 'company_id');
  if (company !== undefined) {
    const found = context.store.get('company', company);
    if (!found) throw notFound();
    record.companyId = company;
    record.doc['company_info'] = { id: jsonId(company), name: found.name };
  }
  if (Array.isArray(body['handler']))
    record.doc['handler_info'] = idsIn(body, 'handler').map((id) => personInfo(context, id));
};

const setMoney = (doc: Json, body: Json, amount: number, creating: boolean): void => {
  const currency = textIn(body, 'currency') ?? String(doc['currency']);
  const known = ratesOf(currency);
  Object.assign(doc, {
    currency,
    amount,
    real_amount: numberIn(body, 'real_amount') ?? (creating ? amount : doc['real_amount']),
    exchange_rate: numberIn(body, 'exchange_rate') ?? (creating ? known.rmb : doc['exchange_rate']),
    exchange_rate_usd:
      numberIn(body, 'exchange_rate_usd') ?? (creating ? known.usd : doc['exchange_rate_usd']),
  });
};

export const pushReceipt = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    const amount = numberIn(body, 'amount');
    if (amount === undefined) throw cannotBeEmpty('amount');
    if (context.quirks.currencyRequired && (textIn(body, 'currency') ?? '') === '')
      throw cannotBeEmpty('currency');
    for (const line of Array.isArray(body['record_list']) ? (body['record_list'] as Json[]) : []) {
      if (idIn(line, 'refer_id') === undefined) throw cannotBeEmpty('refer_id');
      if (numberIn(line, 'refer_type') === undefined) throw cannotBeEmpty('refer_type');
    }
    const existing = documentMeant(context, 'receipt', body, {
      id: 'cash_collection_invoice_id',
      number: 'cash_collection_invoice_no',
    });
    const now = nowOf(context);
    const record = existing ?? blank(context, idIn(body, 'create_user') ?? actor.userId, now);
    takeFields(record.doc, body, FIELDS, {
      creating: !existing,
      omission: existing ? context.quirks.omission : 'keeps',
    });
    setParties(context, record, body);
    setMoney(record.doc, body, amount, !existing);
    // Only an answer to a push without an id promises a state; an edit leaves the state to the service's
    // own workflow.
    if (!existing)
      record.status = String(
        stateOf(context, (record.doc['handler_info'] as unknown[]).length > 0, record.companyId !== null),
      );
    record.number =
      textIn(body, 'cash_collection_invoice_no') ||
      record.number ||
      `SK${now.slice(2, 10).replaceAll('-', '')}${90_000 + context.store.next('number:receipt')}`;
    Object.assign(record.doc, {
      cash_collection_invoice_no: record.number,
      status: Number(record.status),
      update_time: now,
    });
    Object.assign(record, {
      updateTime: now,
      name: record.number,
      day: String(record.doc['collection_date'] ?? ''),
      draft: record.status === String(RECEIPT_DRAFT) ? 1 : 0,
    });
    if (existing) context.store.replace('receipt', record);
    else context.store.put('receipt', record);
    return { cash_collection_invoice_id: jsonId(record.id), cash_collection_invoice_no: record.number };
  });
