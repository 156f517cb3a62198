/**
 * The differences between the live service and the contract, one switch each. All are off in the profiles
 * `full` and `contract`, and on in the profile `live`.
 */
export interface LiveQuirks {
  /**
   * `tel` of a company, lead or contact in its details: text, or `[area, number]`; contacts have
   * `tel_list`.
   */
  telPair: boolean;
  /** A contact's accounts (WhatsApp, WeChat, …) in `contact`, a list of `{type, value}`. */
  contactChannels: boolean;
  /**
   * Who makes a record under client credentials: the user the client acts for, or an account of its own.
   */
  creator: 'user' | 'token-account';
  /** `biz_type` of a company in its details: the code, or the name that the lookup gives it. */
  bizTypeText: boolean;
  /** Details of a company carry `company`: groups of fields with names, most of them custom. */
  companyGroups: boolean;
  /** Details of a company do not say whether it is in the public pool. */
  isPublicAbsent: boolean;
  /** States of an order have ids from 10 to 60, and names that say what they mean. */
  linkStatusIds: boolean;
  /** `status_name` in an order's details is the payment status. */
  paymentState: boolean;
  /** The order list has no lines; the lines in the details have some 45 fields, and custom ones. */
  wideLines: boolean;
  /** Nearly every quotation has the approval status -1, and `status` as text. */
  approvalNone: boolean;
  /** A receipt names its bank account in `capital_account_info`. */
  capitalAccountInfo: boolean;
  /** Counts of an order's lines have fractions. */
  fractionalCounts: boolean;
  /** Amounts have floating-point errors: 510.04499999999996. */
  floatTails: boolean;
  /** Activity and remarks are HTML. */
  html: boolean;
  /** Files and pictures are objects with addresses. */
  fileLists: boolean;
  /** Each line of E5 must name the product's unit. */
  productUnit: boolean;
  /** Lines that E5 removes are checked like those it keeps. */
  removedLinesChecked: boolean;
  /** outbound/fields also lists fields of the header, hidden ones, pictures and files. */
  outboundFieldsFull: boolean;
  /** E7 must name the currency. */
  currencyRequired: boolean;
  /** E3 must carry `name` and `customers`, E2 `name`; edits too. */
  namesRequired: boolean;
  /** E8 returns cached figures unless the request has `refresh=1`. */
  reportCached: boolean;
  /** E6 answers ten orders where no count is given, and lists deletions by time under `time_type=4`. */
  orderListLive: boolean;
  /** `archive=2` of lead/list lists converted leads, which the default list leaves out. */
  convertedLeads: boolean;
  /** An opportunity's details have its customer and its team only nested, and neither process nor origins. */
  opportunityNested: boolean;
  /** user/list lists the active unless asked for the frozen (0) or the deleted (2); flags are text. */
  userFlags: boolean;
  /** E10 can be narrowed by `status_name`. */
  purchaseStatusName: boolean;
  /** A token reaches only the modules that its scope names. */
  scopes: boolean;
}

export const NO_LIVE_QUIRKS: Readonly<LiveQuirks> = {
  telPair: false,
  contactChannels: false,
  creator: 'user',
  bizTypeText: false,
  companyGroups: false,
  isPublicAbsent: false,
  linkStatusIds: false,
  paymentState: false,
  wideLines: false,
  approvalNone: false,
  capitalAccountInfo: false,
  fractionalCounts: false,
  floatTails: false,
  html: false,
  fileLists: false,
  productUnit: false,
  removedLinesChecked: false,
  outboundFieldsFull: false,
  currencyRequired: false,
  namesRequired: false,
  reportCached: false,
  orderListLive: false,
  convertedLeads: false,
  opportunityNested: false,
  userFlags: false,
  purchaseStatusName: false,
  scopes: false,
};

/** Their names for `--quirks`. */
export const LIVE_QUIRKS: Readonly<Record<string, Partial<LiveQuirks>>> = {
  'tel-pair': { telPair: true },
  'contact-channels': { contactChannels: true },
  'creator-token-account': { creator: 'token-account' },
  'biz-type-text': { bizTypeText: true },
  'company-groups': { companyGroups: true },
  'is-public-absent': { isPublicAbsent: true },
  'link-status-ids': { linkStatusIds: true },
  'payment-state': { paymentState: true },
  'wide-lines': { wideLines: true },
  'approval-none': { approvalNone: true },
  'capital-account-info': { capitalAccountInfo: true },
  'fractional-counts': { fractionalCounts: true },
  'float-tails': { floatTails: true },
  html: { html: true },
  'file-lists': { fileLists: true },
  'product-unit': { productUnit: true },
  'removed-lines-checked': { removedLinesChecked: true },
  'outbound-fields-full': { outboundFieldsFull: true },
  'currency-required': { currencyRequired: true },
  'names-required': { namesRequired: true },
  'report-cached': { reportCached: true },
  'order-list-live': { orderListLive: true },
  'converted-leads': { convertedLeads: true },
  'opportunity-nested': { opportunityNested: true },
  'user-flags': { userFlags: true },
  'purchase-status-name': { purchaseStatusName: true },
  scopes: { scopes: true },
};

/** Every one of them: the profile `live`. */
export const ALL_LIVE: Readonly<LiveQuirks> = Object.assign(
  {},
  NO_LIVE_QUIRKS,
  ...Object.values(LIVE_QUIRKS),
);
