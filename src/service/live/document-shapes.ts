/** Documents in the forms that the live service answers, each under a quirk of its own. */
import { CAPITAL_ACCOUNTS } from '../dataset/enumerations';
import type { Json } from '../store/exact-json';
import type { LiveQuirks } from './live-quirks';
import { asHtml, fileOf, spreadOf, withTails } from './wire-forms';

const linesIn = (record: Json): Json[] | undefined =>
  Array.isArray(record['product_list']) ? (record['product_list'] as Json[]) : undefined;

/** States by ids that are the service's own: stock 10 to 30, shipping 40 to 60, the end 10 or 60. */
const STATE_IDS: Readonly<Record<string, readonly number[]>> = {
  stock_up_status: [10, 20, 30],
  shipping_status: [40, 50, 60],
  end_status: [10, 60],
};
const withStateIds = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(STATE_IDS).flatMap(([key, ids]) => {
      const state = record[key] as Json | undefined;
      return state ? [[key, { ...state, link_status: ids[Number(state['link_status'])] ?? 10 }]] : [];
    }),
  );

const paymentOf = (record: Json): Json => {
  const paid = Number(record['collect_amount'] ?? 0);
  if (paid === 0) return { status_name: '待回款' };
  return { status_name: paid < Number(record['amount'] ?? 0) ? '部分回款' : '已回款' };
};

/** A tenth of the count at ten times the price: the amounts stay. */
const withFractions = (lines: readonly Json[]): Json[] =>
  lines.map((line) => ({
    ...line,
    count: Number(line['count'] ?? 0) / 10,
    unit_price: Math.round(Number(line['unit_price'] ?? 0) * 1000) / 100,
  }));

/** Further fields of a line on the live service; their names and values are meaningless to a rep. */
const WIDE_TEXTS = [
  'hs_code',
  'offer_data',
  'description',
  'package_unit',
  'product_image',
  'product_remark',
  'refer_order_no',
  'sku_attributes',
  'combine_product_no',
  'inquiry_product_id',
  'quotation_product_id',
  'platform_product_info',
  'product_package_remark',
  'cost_remark',
  'cost_name',
] as const;
const WIDE_NUMBERS = [
  'ratio',
  'vat_rate',
  'master_id',
  'enable_count',
  'gross_margin',
  'product_type',
  'cost_with_tax',
  'package_count',
  'is_sub_product',
  'package_volume',
  'master_group_id',
  'tax_refund_rate',
  'count_per_package',
  'is_master_product',
  'to_outbound_count',
  'to_purchase_count',
  'combine_product_id',
  'gross_profit_margin',
  'product_enable_flag',
  'task_outbound_count',
  'task_purchase_count',
  'todo_shipping_count',
  'package_gross_weight',
  'product_disable_flag',
] as const;

const wideLine = (line: Json, orderNo: unknown): Json => {
  const { product_unit: unit, ...others } = line;
  return {
    '70330001': '',
    '70330002': 'Glossy 亮光',
    ...Object.fromEntries(WIDE_TEXTS.map((key) => [key, ''])),
    ...Object.fromEntries(WIDE_NUMBERS.map((key) => [key, 0])),
    ...others,
    unit: unit ?? '',
    refer_order_no: orderNo,
    tax_refund_rate: 13,
  };
};

const orderLines = (record: Json, quirks: LiveQuirks): Json => {
  const lines = linesIn(record);
  if (!lines) return {};
  const counted = quirks.fractionalCounts ? withFractions(lines) : lines;
  return {
    product_list: quirks.wideLines ? counted.map((line) => wideLine(line, record['order_no'])) : counted,
  };
};

/** An item of the order list. */
export const orderItemInLiveShape = (item: Json, quirks: LiveQuirks): Json => {
  const shaped: Json = {
    ...item,
    ...(quirks.linkStatusIds ? withStateIds(item) : {}),
    ...(quirks.fractionalCounts && linesIn(item)
      ? { product_list: withFractions(linesIn(item) as Json[]) }
      : {}),
  };
  if (quirks.wideLines) delete shaped['product_list'];
  return quirks.floatTails ? withTails(shaped) : shaped;
};

/** An order's details. */
export const orderInLiveShape = (details: Json, quirks: LiveQuirks): Json => {
  const shaped: Json = {
    ...details,
    ...(quirks.linkStatusIds ? { ...withStateIds(details), link_status: [20, 30, 40, 60, 50, 10] } : {}),
    ...(quirks.paymentState ? paymentOf(details) : {}),
    ...orderLines(details, quirks),
    ...(quirks.html ? { remark: asHtml('Load with care & photos') } : {}),
    ...(quirks.fileLists ? { file_list: [fileOf(spreadOf(details['order_id']), '合同 contract.pdf')] } : {}),
    ...(quirks.wideLines
      ? {
          cost_list: [
            {
              cost: 20,
              cost_name: 'Inland freight',
              percent_type: '0',
              percent_amount: '20',
              cost_remark: '',
            },
          ],
          '70330101': 'Mark A',
        }
      : {}),
  };
  return quirks.floatTails ? withTails(shaped) : shaped;
};

/** A quotation, in the list and in its details. */
export const quotationInLiveShape = (item: Json, quirks: LiveQuirks): Json => ({
  ...item,
  ...(quirks.approvalNone
    ? { approval_status: spreadOf(item['quotation_id']) % 12 === 0 ? 1 : -1, status: '草稿' }
    : {}),
});

const accountOf = (id: unknown): Json => {
  const account = CAPITAL_ACCOUNTS.find((one) => String(one.capital_account_id) === String(id));
  return {
    id: id ?? 0,
    name: account?.name ?? '',
    capital_name: account?.capital_name ?? '',
    capital_bank: account?.capital_bank ?? '',
    bank_account: account?.bank_account ?? '',
    capital_account_address: '',
    capital_account_remark: '',
  };
};

/** A receipt, in the list and in its details. */
export const receiptInLiveShape = (item: Json, quirks: LiveQuirks): Json => {
  const { capital_account_id: account, ...others } = item;
  const shaped = quirks.capitalAccountInfo ? { ...others, capital_account_info: accountOf(account) } : item;
  const worded = quirks.html ? { ...shaped, remark: asHtml(item['remark']) } : shaped;
  return quirks.floatTails ? withTails(worded) : worded;
};

/** An outbound invoice, in the list and in its details. */
export const invoiceInLiveShape = (item: Json, quirks: LiveQuirks): Json =>
  quirks.floatTails ? withTails(item) : item;

/** An entry of the trail. */
export const trailInLiveShape = (item: Json, quirks: LiveQuirks): Json => ({
  ...item,
  ...(quirks.html ? { content: asHtml(item['content']) } : {}),
  ...(quirks.fileLists && Array.isArray(item['file_info'])
    ? {
        file_info: (item['file_info'] as Json[]).map((file) =>
          fileOf(Number(file['file_id']), String(file['file_name'])),
        ),
      }
    : {}),
});

/** Of an opportunity, only the list has these. */
const LISTED_ONLY = ['company_id', 'handler', 'flow_id', 'origin_list', 'create_user'] as const;
export const opportunityInLiveShape = (record: Json, quirks: LiveQuirks): Json =>
  quirks.opportunityNested
    ? Object.fromEntries(
        Object.entries(record).filter(([key]) => !(LISTED_ONLY as readonly string[]).includes(key)),
      )
    : record;
