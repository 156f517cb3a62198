/** E5 `POST /v1/invoices/outbound/push`: one sales outbound invoice, created or edited, with its lines. */
import { nowOf, type ServiceContext } from '../context';
import { WAREHOUSES } from '../dataset/enumerations';
import { outboundTotals, ratesOf } from '../documents';
import type { Call } from '../endpoint';
import { idIn, idsIn, isPassedEmpty, numberIn, objectsIn, textIn } from '../input';
import { cannotBeEmpty, notFound } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { documentMeant } from './document-meant';
import { newRecord, type ServiceRecord } from '../store/record-store';
import { mergeLines } from './outbound-lines';
import { personInfo } from './person-info';

/**
 * Fields that must not be empty when passed. The contract names none; these are a choice of the bundled
 * service.
 */
const NEVER_EMPTY = ['serial_id', 'currency', 'handler', 'record_list'] as const;

const blank = (context: ServiceContext, actorId: string, now: string): ServiceRecord => {
  const id = context.store.nextId('outboundInvoice');
  const person = personInfo(context, actorId);
  return newRecord({
    id,
    createTime: now,
    updateTime: now,
    day: now,
    status: '1',
    userId: actorId,
    doc: {
      outbound_invoice_id: jsonId(id),
      serial_id: '',
      warehouse_invoice_time: '',
      status: 1,
      remark: '',
      create_time: now,
      update_time: now,
      discount_rate: 100,
      currency: 'USD',
      exchange_rate: 0,
      exchange_rate_usd: 0,
      source_type: 2,
      create_user_info: person,
      update_user_info: person,
      handler_info: [person],
      invoice_warehouse_info: { id: WAREHOUSES[0].warehouse_id, name: WAREHOUSES[0].name },
      company_info: { id: 0, name: '' },
    },
    detail: { record_list: [] },
  });
};

const setRates = (header: Json, body: Json, creating: boolean): void => {
  const currency = textIn(body, 'currency');
  if (currency !== undefined) header['currency'] = currency;
  const known = ratesOf(header['currency']);
  header['exchange_rate'] =
    numberIn(body, 'exchange_rate') ??
    (creating || currency !== undefined ? known.rmb : header['exchange_rate']);
  header['exchange_rate_usd'] =
    numberIn(body, 'exchange_rate_usd') ??
    (creating || currency !== undefined ? known.usd : header['exchange_rate_usd']);
};

const setHeader = (context: ServiceContext, record: ServiceRecord, body: Json, creating: boolean): void => {
  const { doc } = record;
  const clears = !creating && context.quirks.omission === 'clears';
  for (const key of ['status', 'discount_rate', 'source_type']) {
    const value = numberIn(body, key);
    if (value !== undefined) doc[key] = value;
  }
  for (const key of ['warehouse_invoice_time', 'remark']) {
    const value = textIn(body, key);
    if (value !== undefined) doc[key] = value;
    else if (clears) doc[key] = '';
  }
  setRates(doc, body, creating);
  const [warehouse, company, handlers] = [
    idIn(body, 'invoice_warehouse_id'),
    idIn(body, 'company_id'),
    idsIn(body, 'handler'),
  ];
  if (warehouse !== undefined)
    doc['invoice_warehouse_info'] = {
      id: jsonId(warehouse),
      name: WAREHOUSES.find((item) => String(item.warehouse_id) === warehouse)?.name ?? '',
    };
  if (company !== undefined) {
    const found = context.store.get('company', company);
    if (!found) throw notFound();
    record.companyId = company;
    doc['company_info'] = { id: jsonId(company), name: found.name };
  }
  if (handlers.length > 0) doc['handler_info'] = handlers.map((id) => personInfo(context, id));
  for (const [key, value] of Object.entries(body))
    if (/^\d+$/.test(key)) record.detail[key] = value === null ? '' : String(value);
};

const answerLine = (line: Json, warehouseId: unknown): Json => ({
  outbound_record_id: line['outbound_record_id'],
  product_id: line['product_id'],
  sku_id: line['sku_id'],
  outbound_count: String(line['outbound_count']),
  sale_price: String(line['sale_price']),
  warehouse_id: warehouseId,
  order_id: line['order_id'],
  order_record_id: line['order_record_id'],
});

export const pushOutbound = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    for (const field of NEVER_EMPTY) if (isPassedEmpty(body, field)) throw cannotBeEmpty(field);
    if (!Array.isArray(body['record_list'])) throw cannotBeEmpty('record_list');
    const existing = documentMeant(context, 'outboundInvoice', body, {
      id: 'outbound_invoice_id',
      number: 'serial_id',
    });
    const now = nowOf(context);
    const record = existing ?? blank(context, actor.userId, now);
    setHeader(context, record, body, !existing);
    const serial = textIn(body, 'serial_id') ?? '';
    if (serial !== '') record.number = serial;
    if (record.number === '')
      record.number = `CK${now.slice(2, 10).replaceAll('-', '')}${90_000 + context.store.next('number:outboundInvoice')}`;
    const lines = mergeLines(
      context,
      record.id,
      objectsIn(record.detail, 'record_list'),
      objectsIn(body, 'record_list'),
    );
    record.detail['record_list'] = lines;
    Object.assign(record.doc, {
      serial_id: record.number,
      update_time: now,
      update_user_info: personInfo(context, actor.userId),
      ...outboundTotals(record.doc, lines),
    });
    Object.assign(record, { updateTime: now, name: record.number, status: String(record.doc['status']) });
    if (existing) context.store.replace('outboundInvoice', record);
    else context.store.put('outboundInvoice', record);
    const warehouseId = (record.doc['invoice_warehouse_info'] as Json)['id'];
    return {
      outbound_invoice_id: jsonId(record.id),
      serial_id: record.number,
      record_list: lines.map((line) => answerLine(line, warehouseId)),
    };
  });
