/** E7's receipt registration and its allocations. */
import {
  currency,
  day,
  id,
  listed,
  longText,
  money,
  nestedCompany,
  nestedCreator,
  nestedPeople,
  numbered,
  people,
  rate,
  text,
  user,
  type FieldTable,
  type NestedId,
} from './push-field';

const capitalAccount = {
  key: 'capital_account_info',
  ids: ['id', 'capital_account_id'],
  name: 'name',
} as const satisfies NestedId;

export const RECEIPT_FIELDS = {
  cash_collection_invoice_no: { ...text, ifOmitted: 'given' },
  collection_date: day,
  type: { ...text, options: 'receiptTypes' },
  trade_no: text,
  account_name: text,
  bank_name: text,
  bank_account: text,
  remark: longText,
  // The contract does not require a currency; the live service refuses a receipt without one.
  currency: { ...currency, required: 'create', isRepeated: true },
  exchange_rate: rate,
  exchange_rate_usd: rate,
  amount: { ...money, required: 'always' },
  real_amount: money,
  company_id: {
    ...id,
    kind: 'company',
    ifOmitted: 'kept',
    readFrom: [nestedCompany, 'own'],
    shownAt: [nestedCompany],
  },
  // Lists have the id, or the account with its name; which one depends on the service.
  capital_account_id: {
    ...listed('id', 'capitalAccount'),
    readFrom: [capitalAccount, 'own'],
    shownAt: [capitalAccount, 'own'],
    isShownOnce: true,
  },
  handler: { ...people, readFrom: [nestedPeople, 'own'], shownAt: [nestedPeople] },
  create_user: {
    ...user,
    ifOmitted: 'given',
    readFrom: [nestedCreator, 'own'],
    shownAt: [nestedCreator],
  },
} as const satisfies FieldTable;

export const RECEIPT_LINE_FIELDS = {
  cash_collection_comment: text,
  refer_id: { ...id, required: 'always' },
  refer_type: { ...numbered('referType'), required: 'always' },
  cash_collection_amount: money,
  cash_collection_invoice_amount: money,
} as const satisfies FieldTable;
