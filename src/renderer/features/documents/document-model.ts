/** The content of a printed document as texts, from a record on disk. Pure. A missing field has no line. */
import type { Column, RecordView } from '#shared/contract/records';
import { currencyCode } from '#shared/domain/currency';
import { isNoId } from '#shared/domain/ids';
import { isLocalRef } from '#shared/domain/intent';
import { isNonZero } from '#shared/domain/invoice-total';
import { toDecimal } from '#shared/domain/money';
import { orderOfAllocation } from '#shared/domain/receipts';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { isNoDate } from '#shared/domain/time';
import { linesOf, nameOf, titleText } from '#shared/domain/nested-values';
import { plainText } from '#shared/domain/plain-text';
import { formatNumber } from '../../format/decimal';
import { formatDayAndTime, formatServerText } from '../../format/time';
import { displayText, type FormatContext } from '../../format/values';
import { labelOf } from '../../format/use-format';
import { documentAmount } from './document-format';
import { documentDay } from './statement-model';
import { billTotals, discountByRate, type DocumentTotal, type Print, receiptTotals } from './document-totals';
import type { PrintableResource } from '../../navigation/document-ref';
import { valueText } from '#shared/domain/value-text';

export type DocumentResource = Exclude<PrintableResource, 'company'>;
export interface LabelledText {
  label: string;
  text: string;
}
/**
 * `wrap`: where the text of a cell may break. `never`: nowhere (times, states). `words`: between words
 * (people). `names`: anywhere, in a column with a minimum width. Default: at the end of a word.
 */
export interface DocumentColumn {
  key: string;
  label: string;
  numeric: boolean;
  wrap?: 'never' | 'words' | 'names';
}
export interface DocumentLine {
  [key: string]: string;
}
export interface DocumentModel {
  title: string;
  number: string;
  /** Number, date, currency and so on, beside the title. */
  facts: LabelledText[];
  party: { title: string; name: string; lines: string[] };
  columns: DocumentColumn[];
  lines: DocumentLine[];
  /** Second line of text for the product of each line. */
  notes: string[];
  totals: DocumentTotal[];
  terms: LabelledText[];
  /** Why there is no table, or what the reader must know. */
  warnings: string[];
}

type Values = Readonly<Record<string, unknown>>;

interface Spec {
  date: string;
  party: string;
  quantity: string[];
  price: string[];
  amount: string[];
  terms: string[];
  facts: string[];
}
const TERMS = [
  'price_contract',
  'price_contract_remark',
  'receive_remittance_way',
  'receive_remittance_remark',
  'insurance_remark',
  'transport_mode',
  'shipment_port',
  'target_port',
  'shipment_deadline',
  'shipment_deadline_remark',
  'more_or_less',
  'package_remark',
  'marked',
  'order_contract',
];
const SPECS: Readonly<Record<DocumentResource, Spec>> = {
  order: {
    date: 'account_date',
    party: 'company',
    quantity: ['count'],
    price: ['unit_price'],
    amount: ['cost_amount'],
    terms: TERMS,
    facts: ['name', 'handler_info'],
  },
  quotation: {
    date: 'quotation_date',
    party: 'company',
    quantity: ['count'],
    price: ['unit_price'],
    amount: ['cost_amount', 'product_amount'],
    terms: TERMS,
    facts: ['name', 'create_user_info'],
  },
  purchaseOrder: {
    date: 'purchase_date',
    party: 'supplier_info',
    quantity: ['count'],
    price: ['unit_price'],
    amount: ['cost_amount'],
    terms: ['delivery_date', 'remark'],
    facts: ['status_info', 'handler_info'],
  },
  outboundInvoice: {
    date: 'warehouse_invoice_time',
    party: 'company_info',
    quantity: ['outbound_count'],
    price: ['sale_price'],
    amount: ['product_amount'],
    terms: ['invoice_warehouse_info', 'remark'],
    facts: ['status', 'handler_info'],
  },
  receipt: {
    date: 'collection_date',
    party: 'company_info',
    quantity: [],
    price: [],
    amount: ['cash_collection_invoice_amount', 'cash_collection_amount'],
    terms: ['remark'],
    facts: ['status', 'type', 'trade_no', 'bank_name', 'bank_account', 'handler_info'],
  },
};

/** The text of a value as the screens show it: a service may store it as HTML, or as a number; 0 means none. */
export const readableText = (value: unknown): string => plainText(titleText(value)).trim();

const itemsOf = ({ columns, values }: RecordView): Values[] =>
  columns.filter(({ kind }) => kind === 'lines').flatMap(({ key }) => linesOf(values[key]));

/** The ids of the orders to which a receipt allocates money; empty for other documents. */
export const ordersPaidBy = (record: RecordView): string[] =>
  record.resource === 'receipt'
    ? [...new Set(itemsOf(record).flatMap((line) => orderOfAllocation(line) ?? []))]
    : [];

/** `orderNumbers` gives the numbers of the orders to which a receipt allocates money, by id. */
export const documentModel = (
  record: RecordView,
  format: FormatContext,
  orderNumbers: ReadonlyMap<string, string> = new Map(),
): DocumentModel => {
  const resource = record.resource as DocumentResource;
  const { values } = record;
  const spec = SPECS[resource];
  const { word, locale } = format;
  const byKey = new Map(record.columns.map((column) => [column.key, column]));
  const shown = (key: string): string => {
    const column = byKey.get(key);
    return column && !isNoDate(values[key]) ? displayText(column, values[key], values, format) : '';
  };
  const labelled = (key: string): LabelledText[] => {
    const text = shown(key);
    return text === '' ? [] : [{ label: labelOf(resource, byKey.get(key) as Column, word), text }];
  };
  const currency = currencyCode(valueText(values.currency)) || undefined;
  const items = itemsOf(record);
  const table =
    resource === 'receipt'
      ? receiptTable(items, currency, format, orderNumbers)
      : productTable(items, spec, currency, format);
  const number =
    valueText(values[RESOURCE_INFO[resource].numberField ?? '']) || (isLocalRef(record.id) ? '' : record.id);
  const day = formatServerText(documentDay(values, spec.date), locale, null);
  return {
    title: word(`document.title.${resource}`),
    number,
    facts: [
      ...(number === '' ? [] : [{ label: word('document.number'), text: number }]),
      ...(day === '' ? [] : [{ label: word('document.date'), text: day }]),
      ...(currency === undefined ? [] : [{ label: word('document.currency'), text: currency }]),
      ...spec.facts.flatMap((key) => (valueText(values[key]) === number ? [] : labelled(key))),
    ],
    party: partyOf(resource, spec, values, word),
    ...table,
    totals: totalsOf(resource, values, items, { currency, format }),
    terms: spec.terms.flatMap(labelled),
    warnings: [
      ...(items.length === 0 && resource !== 'receipt' ? [word('document.noLines')] : []),
      ...recordWarnings(record, word),
    ],
  };
};

/**
 * What a reader of any paper about the record must know: the CRM may not have the record as it is printed. `printed`:
 * the fields that the paper shows, if it does not show the whole record.
 */
export const recordWarnings = (
  record: RecordView,
  word: FormatContext['word'],
  printed?: readonly string[],
): string[] => [
  ...(record.removed ? [word('document.removed')] : []),
  ...(record.draft === true ? [word('document.draftOrder')] : []),
  ...(isPending(record) && (printed?.some((key) => record.pending?.fields.includes(key)) ?? true)
    ? [word('document.pending')]
    : []),
];

/**
 * Returns true if the record contains edits that are not delivered. Delivered edits that were not read back
 * yet do not count.
 */
const isPending = ({ pending }: RecordView): boolean =>
  pending?.intents.some(({ state }) => state !== 'applied') ?? false;

/**
 * Says when the data of the record was read: its list copy, and its details, which contain the lines. A record
 * that is only in the outbox was not read; its document says that it is not in the CRM yet.
 */
export const asOfText = (record: RecordView, { word, locale }: FormatContext): string => {
  if (record.raw === '') return '';
  const time = formatDayAndTime(record.fetchedAt, locale);
  const details = formatDayAndTime(record.detailAt ?? record.fetchedAt, locale);
  return details === time ? word('document.asOf', { time }) : word('document.asOfBoth', { time, details });
};

const partyOf = (
  resource: DocumentResource,
  spec: Spec,
  values: Values,
  word: FormatContext['word'],
): DocumentModel['party'] => {
  const company = readableText(values.company_name) || nameOf(values[spec.party]);
  const payer = resource === 'receipt' ? readableText(values.account_name) : '';
  const labelledLine = (key: string, value: unknown): string[] =>
    readableText(value) === ''
      ? []
      : [word('document.labelled', { label: word(`document.${key}`), text: readableText(value) })];
  const contact = readableText(values.customer_name);
  return {
    title: word(values.supplier_info === undefined ? 'document.to_party' : 'document.to_supplier'),
    name: company || payer,
    lines: [
      readableText(values.company_address) || readableText(values.customer_address),
      ...labelledLine('phone', values.company_phone),
      ...labelledLine('fax', values.company_fax),
      ...(contact === ''
        ? []
        : [
            [
              word('document.labelled', { label: word('document.contact'), text: contact }),
              readableText(values.customer_phone),
              readableText(values.customer_email),
            ]
              .filter(Boolean)
              .join(' · '),
          ]),
      ...(payer === '' || payer === company ? [] : labelledLine('payer', payer)),
    ].filter((line) => line !== ''),
  };
};

/** The first value that is there. A service fills an amount that nobody entered with 0, so 0 comes last. */
const firstOf = (line: Values, keys: readonly string[]): unknown => {
  const there = keys
    .map((key) => line[key])
    .filter((value) => value !== undefined && value !== null && value !== '');
  return there.find((value) => !/^-?0(?:\.0+)?$/.test(String(value))) ?? there[0];
};

const productTable = (
  items: readonly Values[],
  spec: Spec,
  currency: string | undefined,
  { word, locale }: FormatContext,
): Pick<DocumentModel, 'columns' | 'lines' | 'notes'> => {
  const rows = items.map((item, index) => {
    const names = [readableText(item.product_name), readableText(item.product_cn_name)].filter(Boolean);
    const id = [item.sku_id, item.product_id].find((value) => !isNoId(value));
    return {
      cells: {
        no: String(index + 1),
        product:
          names[0] ??
          (readableText(item.product_no) ||
            readableText(item.sku_code) ||
            (id === undefined ? '' : word('document.product', { id: String(id) }))),
        code: readableText(item.sku_code) || readableText(item.product_no),
        quantity: formatNumber(firstOf(item, spec.quantity), locale),
        unit: readableText(item.product_unit) || readableText(item.unit),
        price: documentAmount(firstOf(item, spec.price), locale, currency),
        cost:
          valueText(item.other_cost) === '' || Number(item.other_cost) === 0
            ? ''
            : documentAmount(item.other_cost, locale, currency),
        amount: documentAmount(firstOf(item, spec.amount), locale, currency),
      },
      note: [
        names[1] === names[0] ? '' : (names[1] ?? ''),
        readableText(item.product_model),
        readableText(item.order_no),
      ]
        .filter(Boolean)
        .join(' · '),
    };
  });
  const columns = (['no', 'product', 'code', 'quantity', 'unit', 'price', 'cost', 'amount'] as const)
    .filter((key) => rows.some(({ cells }) => cells[key] !== ''))
    .map((key) => ({
      key,
      label: word(`document.line.${key}`),
      numeric: key === 'no' || key === 'quantity' || key === 'price' || key === 'cost' || key === 'amount',
    }));
  return { columns, lines: rows.map(({ cells }) => cells), notes: rows.map(({ note }) => note) };
};

const receiptTable = (
  items: readonly Values[],
  currency: string | undefined,
  { word, locale }: FormatContext,
  numbers: ReadonlyMap<string, string>,
): Pick<DocumentModel, 'columns' | 'lines' | 'notes'> => ({
  columns:
    items.length === 0
      ? []
      : (['no', 'document', 'comment', 'allocated'] as const).map((key) => ({
          key,
          label: word(`document.line.${key}`),
          numeric: key === 'no' || key === 'allocated',
        })),
  lines: items.map((item, index) => ({
    no: String(index + 1),
    document: numbers.get(orderOfAllocation(item) ?? '') ?? valueText(item.refer_id),
    comment: readableText(item.cash_collection_comment),
    allocated: documentAmount(firstOf(item, SPECS.receipt.amount), locale, currency),
  })),
  notes: items.map(() => ''),
});

const totalsOf = (
  resource: DocumentResource,
  values: Values,
  items: readonly Values[],
  print: Print,
): DocumentModel['totals'] => {
  const amounts = items.map((item) => firstOf(item, SPECS[resource].amount));
  if (resource === 'receipt')
    return receiptTotals({ allocated: amounts, received: values.real_amount, paid: values.amount }, print);
  if (resource === 'outboundInvoice') {
    const total = values.product_total_amount;
    // The service's total contains the discount. The sum of the lines is shown only if there is no total.
    const lines = toDecimal(total) === undefined ? amounts : [];
    const discount = isNonZero(values.discount)
      ? values.discount
      : discountByRate(lines, values.discount_rate);
    return billTotals({ amounts: lines, part: { key: 'discount', value: discount }, total }, print);
  }
  return billTotals(
    {
      amounts,
      products: values.product_total_amount,
      part: { key: 'extra', value: values.addition_cost_amount },
      total: values.amount,
    },
    print,
  );
};
