import { enFormFields, enFormHints } from './en-form-fields';
import { enFormIssues } from './en-form-issues';

/** Texts of the forms: titles, buttons, questions before a save, and messages after it. */
export const enForm = {
  edit: {
    company: 'Edit company',
    lead: 'Edit lead',
    opportunity: 'Edit opportunity',
    outboundInvoice: 'Edit invoice',
    receipt: 'Edit receipt',
    trailNote: 'Edit note',
  },
  newTitle: 'New…',
  newFromHere: 'New from here',
  invoiceFromOrder: 'New invoice from this order',
  receiptForOrder: 'New receipt for this order',
  noteOnOpportunity: 'New note on the opportunity',
  save: 'Save',
  later: 'Save draft',
  undo: 'Undo',
  savedWhat: {
    company: '{{name}}',
    lead: '{{name}}',
    opportunity: 'Opportunity {{name}}',
    outboundInvoice: 'Invoice {{name}}',
    receipt: 'Receipt {{name}}',
    trailNote: 'Note for {{name}}',
    noteText: 'Note “{{name}}”',
  },
  savedNameless: {
    company: 'Company',
    lead: 'Lead',
    opportunity: 'Opportunity',
    outboundInvoice: 'Invoice',
    receipt: 'Receipt',
    trailNote: 'Note',
    noteText: 'Note',
  },
  saved: '{{what}} saved. Sending now.',
  savedUndo_one: '{{what}} saved. Will send in {{count}} second.',
  savedUndo_other: '{{what}} saved. Will send in {{count}} seconds.',
  savedOffline: '{{what}} saved. Will send when you’re online.',
  savedPaused: '{{what}} saved. Sending is paused.',
  savedReview: '{{what}} saved. Review it in the Outbox before it is sent.',
  savedHeld: '{{what}} saved. Will send when you allow sending in the Outbox.',
  savedNotPermitted: '{{what}} saved. You have no permission to send it. Ask your administrator.',
  savedSignIn: '{{what}} saved. Sign in to send it.',
  savedLater: '{{what}} saved. Will send when your CRM accepts it.',
  savedUndecided: '{{what}} saved. Check in the Outbox whether the earlier version arrived.',
  savedAfter: '{{what}} saved. Will send after “{{name}}”, which is not delivered yet.',
  savedAfterItems_one: '{{what}} saved. Will send after another item that is not delivered yet.',
  savedAfterItems_other: '{{what}} saved. Will send after {{count}} other items.',
  undone: 'Undone.',
  editAgain: 'Edit again',
  undoFailed: 'Undo may not have worked. Try again.',
  undoChanged: 'Not undone: it was changed again, or another item depends on it. Open it in the Outbox.',
  undoTooLate: 'Too late to undo: it is already being sent. You can edit it.',
  saveDiskFull:
    'The disk is full, so this is not saved. What you typed is still here; free some space and try again.',
  saveReadOnly:
    'The data folder can’t be written to, so this is not saved. What you typed is still here; make the folder ' +
    'writable and try again.',
  saveFailed: 'Not saved. What you typed is still here. Try again.',
  draftSaved: 'Draft saved',
  draftFailed: 'Not saved yet. Keep this form open; Satchel keeps trying.',
  draftDiskFull: 'Not saved yet: the disk is full. Keep this form open.',
  draftReadOnly: 'Not saved yet: the data folder can’t be written to. Keep this form open.',
  draftKept: 'Draft saved.',
  discardDraft: 'Delete draft',
  draftNotDiscarded: 'The draft was not deleted. Try again.',
  draftDiscarded: 'Draft deleted.',
  newElsewhere: 'Orders, quotations and purchase orders are created in your CRM.',
  drafts: 'Drafts',
  untitled: 'Untitled',
  cannotOpen: {
    gone: 'This record is not on this computer, so it cannot be edited.',
    discarded: 'This item was discarded.',
    delivered: 'This item was delivered already. Open the record to edit it.',
  },
  refusedTitle: 'Your CRM did not accept this',
  /** In place of the service's message. */
  noReason: 'It gave no reason.',
  notSentTitle: 'Not sent',
  /** Reasons for which the Outbox offers an action that the form does not have. */
  why: {
    wouldClear:
      'Your CRM empties every field that is not sent with an edit, such as “{{field}}”. Close this form and choose ' +
      '“Try again” in the Outbox: Satchel then sends all fields of the record with your change.',
    customChanged:
      'Someone else changed “{{field}}” in your CRM. To replace their value with yours, close this form and choose ' +
      '“Try again” in the Outbox.',
    customChangedTo:
      'Someone else set “{{field}}” to “{{value}}” in your CRM. To replace it with your value, close this form and ' +
      'choose “Try again” in the Outbox. To keep it, enter it here.',
    customEmptied:
      'Someone else emptied “{{field}}” in your CRM. To enter your value anyway, close this form and choose ' +
      '“Try again” in the Outbox.',
    'number-not-checked':
      'Satchel could not check whether this number is unused. Enter another number, or close this form and choose ' +
      'what to do in the Outbox.',
  },
  refusedAt: '{{field}}: {{message}}',
  refusedField: 'Your CRM replied: {{message}}',
  refusedCode: {
    'unknown-ref':
      'A record that this depends on was discarded. Select another company, or save that record again' +
      ' first.',
    'not-found': 'This is no longer in the Outbox.',
    'not-now': 'It is being sent right now. Try again in a moment.',
    claimed: 'Another item already created that record.',
    discarded: 'This was discarded in the Outbox. To send it anyway, save again.',
    delivered: 'This was delivered already, so nothing was saved. Open the record to change it.',
    invalid: 'Some values cannot be sent. Check the fields.',
    'no-change': 'Nothing is left of this change. To take it back, discard it in the Outbox.',
  },
  issues_one: 'Fix {{count}} field',
  issues_other: 'Fix {{count}} fields',
  allFields_one: 'All fields ({{count}} more)',
  allFields_other: 'All fields ({{count}} more)',
  filled_one: '{{count}} filled in',
  filled_other: '{{count}} filled in',
  findField: 'Find a field',
  nothingFound: 'Nothing found',
  knownCurrencies: 'Currencies of your CRM',
  otherCurrencies: 'Other currencies',
  nextStep: {
    label: 'Next follow-up',
    hint: 'Saved with the note, as a change of the customer.',
  },
  plan: {
    title: 'Next follow-up',
    titleFor: 'Next follow-up with {{name}}',
    tomorrow: 'Tomorrow',
    threeDays: 'In three days',
    monday: 'Next Monday',
    week: 'In a week',
    typed: 'Or type a day',
    unread: 'Type a day, with or without a time, for example “tomorrow 10:00”',
  },
  serviceTime: 'In your CRM’s time, because its time zone is not known yet.',
  typedMoment: 'tomorrow 10:00, +3d, 25.11.',
  noList: 'This list is not on this computer. Type the ID that your CRM uses.',
  noListMany: 'This list is not on this computer. Type the IDs that your CRM uses, one by one.',
  noListPaths: 'Type each category as its IDs from top to bottom, e.g. 31/311.',
  expand: 'Expand',
  collapse: 'Collapse',
  pickCompany: 'Type any part of the name or number',
  notSentYet: 'not sent yet',
  noPermission: 'No permission for this list. Ask your administrator.',
  oddPhone: 'This does not look like a phone number. You can save it as it is.',
  oddRate: 'An earlier document has {{rate}} per 100. You can save this rate as it is.',
  noPool: 'No team pool',
  private: 'No: it has owners',
  public: 'Yes',
  contacts: 'Contacts',
  addContact: 'Add a contact',
  contactNo: 'Contact {{number}}',
  mainContact: 'Main contact',
  removeContact: 'Remove {{name}}',
  moreContactFields: 'More about this person',
  companyContactsHint: 'Choose a main contact.',
  leadContactsHint:
    'Choose a main contact. An e-mail that this lead already has updates that person; any other e-mail ' +
    'adds a new person.',
  otherPhones: 'More phones in your CRM: {{phones}}. If you change this one, your CRM may replace them all.',
  leadEmailFixed: 'Your CRM identifies this person by e-mail. For another address, add a contact.',
  leadContactLocked:
    'This person has no e-mail, so your CRM cannot identify them: a change would add a second person.',
  detailsUnknown:
    'Only part of this record is on this computer. Fields that you leave empty are not changed.',
  contactsUnknown:
    'The contacts are not on this computer yet. You can add people; existing contacts are not changed.',
  duplicates_one: 'This may already exist',
  duplicates_other: 'These may already exist',
  sameAs: 'same {{what}}',
  because: { name: 'name', email: 'e-mail', domain: 'mail domain', phone: 'phone' },
  and: ' and ',
  lines: 'Lines',
  noLines: 'No lines yet. Add lines from one of the company’s orders.',
  addLine: 'Line without order',
  lineNo: 'Line {{number}}',
  removeLine: 'Remove {{name}}',
  restoreLine: 'Keep {{name}}',
  lineRemoved: 'will be removed',
  lineDetails: 'More about this line',
  orderedShort: '{{ordered}} ordered, {{invoiced}} invoiced before',
  linesUnknown:
    'The lines of this invoice are not on this computer yet. Open the invoice once while online; until ' +
    'then you can only add lines.',
  pickOrder: 'Add lines from an order',
  pickProduct: 'Add a product without order',
  pickLineProduct: 'Choose a product',
  available: '{{amount}} available',
  pickCompanyFirst: 'Select a company to see its orders',
  noOrders: 'No orders of this company on this computer',
  noOrdersYet:
    'No orders of this company are on this computer. The CRM takes an invoice only with at least one line from an order. You can keep this draft.',
  orderGone: 'That order is not on this computer.',
  allInvoiced: 'Everything in this order has been invoiced already.',
  alreadyHere: 'already added',
  invoicedUnknown:
    'Some invoices that may contain this order are not on this computer, so the quantity left is unknown. ' +
    'Enter the quantities yourself, or open this form again when you are online.',
  foreignOrder:
    'The prices of this order are in {{currency}}; the invoice is in {{own}}. They are not converted.',
  foreignPrices_one:
    'The price of {{count}} line is in {{currency}}. Enter it in {{own}}, or change the currency.',
  foreignPrices_other:
    'The prices of {{count}} lines are in {{currency}}. Enter them in {{own}}, or change the currency.',
  foreignOrders_one: '{{count}} line is from an order of another customer.',
  foreignOrders_other: '{{count}} lines are from orders of other customers.',
  orderLinesUnknown:
    'The order’s details are not on this computer yet, so lines are linked to the whole order.',
  orderedOf: '{{left}} of {{ordered}} left · {{price}}',
  addLines_zero: 'Add lines',
  addLines_one: 'Add {{count}} line',
  addLines_other: 'Add {{count}} lines',
  total: 'Total',
  totalQuantity: 'Quantity',
  totalProducts: 'Products',
  totalIn: 'In {{currency}}',
  converted: 'Equals {{amounts}}',
  caution: {
    delivered: 'This was delivered after you changed it here. Saving changes the record in your CRM.',
    'delivered-children':
      'This was delivered after you changed it here. Saving changes the record in your CRM. Your ' +
      'changes to its contacts or lines are not included. Enter them again.',
    'delivered-note':
      'The note was delivered before this change and can’t be changed any more. Saving makes a second note.',
    'children-lost':
      'This was sent and then discarded, so its new contacts or lines may be in your CRM already. Saving adds' +
      ' them again. Check your CRM first.',
    'item-lost':
      'The item that this draft belongs to is no longer in the Outbox. It may have been delivered: check your ' +
      'CRM first, because saving makes a new record.',
  },
  draftGone: {
    text: 'This draft was saved or deleted in another window. Check the Outbox before you save it here as well.',
    save: 'Save here as well',
  },
  apart: 'This form was also changed in another window. Both texts are kept as drafts.',
  receiptNotPositive: 'The amount is not above 0. Check it before you save.',
  receiptMayBeDraft: 'Add a company and “Received by”, or it may stay a draft. Satchel checks and tells you.',
  receiptPending: 'Will be recorded as unallocated.',
  companyFirst: 'This company has not been sent yet. The receipt is sent after it.',
  companyBeforeOpportunity: 'This company has not been sent yet. The opportunity is sent after it.',
  untaken_one:
    'Your CRM has {{receipts}}, but not its allocation to this order. The amount left counts it as received.',
  untaken_other:
    'Your CRM has {{receipts}}, but not their allocations to this order. The amount left counts them as received.',
  receiptInDoubt_one:
    'A receipt of {{amounts}} for this order got no reply. The amount left counts it as received. If your CRM does ' +
    'not have it, increase the amount.',
  receiptInDoubt_other:
    'Receipts for this order got no reply: {{amounts}}. The amount left counts them as received. If your CRM does ' +
    'not have them, increase the amount.',
  allocations: 'Allocations',
  allocationsHint:
    'Orders or opportunities that this money is for. Your CRM may ignore allocations that are sent ' +
    'with a receipt.',
  foreignAmount:
    'The amount is what is left of the order in {{currency}}. Enter it in {{own}}, or change the currency.',
  foreignAllocation: 'An amount is allocated to an order of another customer.',
  overAllocated: '{{allocated}} is allocated, but only {{amount}} was paid.',
  addAllocation: 'Add an allocation',
  allocationNo: 'Allocation {{number}}',
  removeAllocation: 'Remove this allocation',
  group: {
    own: 'Custom fields',
    profile: 'Profile',
    rating: 'Classification',
    owners: 'Owners',
    rare: 'Rarely used',
    document: 'Document',
    payment: 'Payment',
    amounts: 'Amounts',
    lost: 'If it is lost',
    process: 'Sales process and source',
  },
  field: enFormFields,
  hint: enFormHints,
  overOrdered: {
    title: 'More invoiced than ordered',
    line: '{{product}}: {{ordered}} ordered, {{invoiced}} invoiced with this invoice',
    change: 'Change quantity',
    save: 'Save anyway',
  },
  asked: {
    text: 'Your CRM lists these fields as required and may refuse this without them.',
    save: 'Save anyway',
  },
  issue: enFormIssues,
};
