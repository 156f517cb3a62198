import { enDocument, enExport } from './en-documents';
import { enDesktop, enDiagnostics, enGuide } from './en-settings';
import { enCustomer } from './en-customer';
import { enFields, enParts } from './en-fields';
import { enForm } from './en-form';
import { enLists } from './en-lists';
import { enOutbox } from './en-outbox';
import { enActivity } from './en-activity';
import { enToday } from './en-today';
import { enLocked } from './en-locked';
import { enProtection } from './en-protection';

export const en = {
  field: enFields,
  form: enForm,
  ...enParts,
  enum: {
    trailType: { 101: 'Quick note', 102: 'Mail note', 103: 'Call', 104: 'Meeting', 105: 'Social', 106: 'Their visit', 107: 'Our visit', 108: 'Visit at a fair', 109: 'Site visit', 110: 'Mail', 111: 'Customer visit', 112: 'Schedule' },
    approvalStatus: { '-1': 'No approval (-1)', 0: 'Draft', 1: 'Agreed', 2: 'Rejected', 3: 'In review', 4: 'Withdrawn', 5: 'Withdrawn by system', 6: 'Skipped', 7: 'Transferred' },
    leadStatus: { 1: 'Pending', 2: 'Invalid', 3: 'Completing', 4: 'First touch', 5: 'Engaging', 7: 'Converted' },
    outboundStatus: { 1: 'Pending outbound', 2: 'Outbound done' },
    receiptStatus: { 1: 'Draft', 2: 'To claim', 3: 'Not written off', 4: 'Partly written off', 5: 'Written off' },
    outboundSource: { 1: 'From purchases', 2: 'From stock' },
    inboundStatus: { 1: 'Pending inbound', 2: 'Partial inbound' },
    paymentStatus: { 1: 'Pending payment' },
    intentionLevel: { 0: 'Unknown', 1: 'Low', 2: 'Medium', 3: 'High' },
    annualProcurement: { 0: 'None', 1: '≤ 1k USD', 2: '1k–5k USD', 3: '5k–10k USD', 4: '10k–30k USD', 5: '30k–50k USD', 6: '50k–100k USD', 7: '100k–300k USD', 8: '300k–500k USD', 9: '500k–1M USD', 10: '1M–5M USD', 11: '> 5M USD' },
    scale: { 1: '< 59 people', 2: '60–149 people', 3: '150–499 people', 4: '500–999 people', 5: '1,000–4,999 people', 6: '≥ 5,000 people' },
    gender: { 1: 'Male', 2: 'Female' },
    star: { 1: '★', 2: '★★', 3: '★★★', 4: '★★★★', 5: '★★★★★' },
  },
  count: {
    lead_add_count: 'New leads', company_add_count: 'New companies', customer_remark_count: 'Follow-ups', opportunity_add_count: 'Opportunities', quotation_add_count: 'Quotations', order_add_count: 'Orders',
    dynamic_count: 'Trail entries', mail_send_count: 'Mails sent', edm_send_count: 'Campaign mails', edm_finish_count: 'Campaigns done', login_count: 'Days signed in',
  },
  resource: { trail: 'Trail', company: 'Companies', lead: 'Leads', order: 'Orders', quotation: 'Quotations', purchaseOrder: 'Purchase orders', outboundInvoice: 'Invoices', receipt: 'Receipts', user: 'People' },
  resourceOne: { trail: 'Trail entry', company: 'Company', lead: 'Lead', order: 'Order', quotation: 'Quotation', purchaseOrder: 'Purchase order', outboundInvoice: 'Outbound invoice', receipt: 'Receipt', user: 'Person' },
  screen: { today: 'Today', outbox: 'Outbox', trail: 'Trail', customers: 'Customers', orders: 'Orders', quotations: 'Quotations', 'purchase-orders': 'Purchase orders', invoices: 'Invoices', receipts: 'Receipts', activity: 'Activity', settings: 'Settings' },
  rail: { label: 'Screens', search: 'Search', records: 'Records', documents: 'Documents' },
  common: {
    close: 'Close', back: 'Back', cancel: 'Cancel', copy: 'Copy', copied: 'Copied', yes: 'Yes', no: 'No', loading: 'Loading', of: '{{shown}} of {{total}}', retry: 'Try again', 
    unknown: 'Unknown', apply: 'Apply', clear: 'Clear', search: 'Search', deleted: 'Deleted', dismiss: 'Dismiss', sentences: '{{first}}. {{second}}', lines_one: '{{count}} line', lines_other: '{{count}} lines',
    
  },
  status: {
    online: 'Online', offline: 'Offline since {{time}}', unknown: 'Not connected yet', signIn: 'Sign-in needed', demoOffline: 'Offline (switched off) since {{time}}',
    fresh: 'Data as of {{time}}', firstCopy: 'First copy: {{percent}}', firstCopyPlain: 'First copy under way', updating: 'Updating…',
    demo: 'Demo', goOffline: 'Demo network', details: 'Sync details', syncNow: 'Sync now', lastAnswer: 'Last answer {{time}}', bar: 'Status',
  },
  reconnect: { title: 'Reconnecting to Satchel…', hint: 'Your data is safe on disk. If this stays, check that the Satchel window or terminal is still running.' },
  sync: {
    title: 'Copying your workspace', subtitle: 'Newest records come first, so you can start working now. The rest arrives in the background.', state: { waiting: 'Waiting', loading: 'Copying', complete: 'Complete', unverified: 'Not verified', 'not-offered': 'Not offered', failed: 'Failed', 'left-out': 'Left out' },
    completeAsOf: 'Complete as of {{time}}', stateColumn: 'State',
    cover: { removed: 'deleted', drafts: 'drafts', archived: 'archived', approval: 'approvals', live: 'live' },
  },
  firstRun: {
    tagline: 'Your whole sales desk, with or without a signal.', demoTitle: 'Explore the demo', demoText: 'A lifelike trading company with customers, orders and invoices. Nothing to sign up for, nothing leaves this computer.', demoAction: 'Open the demo', opening: 'Opening…',
    connectTitle: 'Connect your CRM', connectText: 'Copies your records to this computer, then works from disk.', baseUrl: 'Service address', baseUrlHint: 'The base URL of the API, e.g. https://crm.example.com',
    kind: { client: 'Client ID', password: 'E-mail', token: 'Token' }, clientId: 'Client ID', clientSecret: 'Client secret', username: 'E-mail', password: 'Password', token: 'Access token', tokenHint: 'Satchel keeps it to itself; no page can read it.',
    header: 'How the token is sent', headerRaw: 'Token only', headerBearer: 'With the word “Bearer”', test: 'Test connection', testing: 'Testing…', tested: 'Connected. Server time {{time}}.', whoAmI: 'Who are you?', whoAmIHint: 'Puts your own records first.', anyone: 'Skip for now',
    connect: 'Start copying', connecting: 'Connecting…', name: 'Name of this account', nameHint: 'Shown in the corner, e.g. your company', feature1: 'Opens in an instant, from disk', feature2: 'Works on a plane', feature3: 'Your token stays in the keychain', accounts: 'Accounts on this computer', open: 'Open', signInTitle: 'Sign in to {{name}}', signInText: 'Your copy and what waits to be sent are still here. They open once {{baseUrl}} takes your sign-in.', signingIn: 'Signing in…',
  },
  today: enToday,
  list: {
    searchPlaceholder: 'Search {{what}}', filter: 'Filter', columns: 'Columns', view: 'View', density: 'Row height', compact: 'Compact', comfortable: 'Comfortable', showRemoved: 'Show deleted records', clearFilters: 'Clear filters', addFilter: 'Add filter', findField: 'Find a field',
    resetColumns: 'Reset columns', empty: 'No {{what}} yet', emptyHint: 'They appear here as soon as they are copied.', emptyComplete: 'Your CRM has none so far.', emptyBegin: 'Your CRM has none so far. What you add stands here at once.', noMatch: 'Nothing matches', noMatchHint: 'Try fewer words, or clear the filters.', leftOut: 'No {{what}} are kept on this computer', leftOutHint: 'They were left out in Settings. Your CRM still has them.', takeIn: 'Keep them here', notOffered: 'This service has no {{what}} to read', notOfferedHint: 'Satchel checks again every day.',
    loadingRows: 'Loading rows', grid: '{{what}} list', from: 'From', to: 'To', contains: 'Contains', isEmpty: 'Is empty', isNotEmpty: 'Is not empty', chipIn: '{{values}}', chipMore: '{{first}} +{{more}}', chipContains: 'contains “{{text}}”', chipFrom: 'from {{from}}', chipTo: 'up to {{to}}', chipBetween: '{{from}} – {{to}}',
    removeFilter: 'Remove filter {{name}}', preset: { today: 'Today', yesterday: 'Yesterday', last7: 'Last 7 days', last30: 'Last 30 days', thisMonth: 'This month', lastMonth: 'Last month', thisQuarter: 'This quarter', thisYear: 'This year' },
    noValues: 'No values', fromDetail: 'from details', sortedBy: 'Sorted by {{name}}', pinned: 'Shown', companies: 'Companies', leads: 'Leads', what: { trail: 'trail entries', company: 'companies', lead: 'leads', order: 'orders', quotation: 'quotations', purchaseOrder: 'purchase orders', outboundInvoice: 'invoices', receipt: 'receipts', user: 'people' },
  },
  customer: enCustomer,
  panel: {
    details: 'Details', trail: 'Trail', related: 'Related', lines: 'Lines', contacts: 'Contacts', json: 'JSON', previous: 'Previous record', next: 'Next record', gone: 'This record is not on this computer', goneHint: 'It may not have been copied yet, or it was deleted.',
    detailOffered: 'Details are not downloaded yet.', detailFetch: 'Download now', detailFetching: 'Downloading…', detailFailed: 'Not reachable right now. Details come with the next sync.', detailNone: 'This service offers no details for these records.', empty_one: '{{count}} empty field', empty_other: '{{count}} empty fields',
    group: { key: 'Key facts', amounts: 'Amounts', people: 'People', dates: 'Dates', shipping: 'Shipping', terms: 'Terms', customer: 'Customer', profile: 'Profile', custom: 'Custom fields', system: 'Identifiers', other: 'More' },
    fetched: 'Read {{time}}', detailsAt: 'details {{time}}', noTrail: 'No trail for this record', noRelated: 'No related records', noLines: 'No lines', noContacts: 'No contacts', serverTime: 'Server time {{time}}', openRecord: 'Open {{name}}', copyJson: 'Copy JSON', copyLink: 'Copy link', resize: 'Resize panel', total: 'Total', showAll: '{{count}} in all',
  },
  activity: enActivity,
  settings: {
    account: 'Account', bundled: 'The bundled demo service', appearance: 'Appearance', sync: 'Sync', diagnostics: 'Diagnostics', shortcuts: 'Shortcuts', connection: 'Connection', service: 'Service', signedInAs: 'You are', token: 'Token', tokenStorage: { keychain: 'In the system keychain', session: 'In memory, until Satchel closes' }, cacheProtection: { encrypted: 'The local copy is encrypted; its key lies in the system keychain.', noKeyring: 'The local copy is not encrypted: there is no system keychain here to keep a key in. Anyone who gets at this disk can read it.', notYet: 'The local copy is not encrypted yet. Satchel tries again when it is next opened.' },
    auth: { 'signed-in': 'Signed in', 'signed-out': 'Signed out', expired: 'Sign-in expired' }, signOut: 'Sign out', signOutTitle: 'Sign out of {{name}}?', signOutKeep: 'Keep the local copy', signOutKeepText: 'The token is forgotten. Your records stay on this computer and open again after you sign in.',
    signOutRemove: 'Remove the local copy', signOutRemoveText: 'The token is forgotten and the copied records are erased from this computer. Edits that were never sent are kept.', language: 'Language', theme: 'Theme', themeAuto: 'System', themeLight: 'Light', themeDark: 'Dark', density: 'Row height', version: 'Version {{version}}', dataDirectory: 'Data directory',
    requests: 'Latest requests', drift: 'Drift from the contract', driftNone: 'Everything the service sent matched the contract.', offers: 'What this service offers', offered: 'Offered', notOffered: 'Not offered', notProbed: 'Not probed', assumptions: 'Assumptions', noRequests: 'No requests yet', serverOffset: 'Server clock',
    serverOffsetValue: 'UTC{{offset}}', name: 'Name', rows: 'Rows', size: 'Size', field: 'Field', kind: 'Kind', sample: 'Sample', time: 'Time', path: 'Path', outcome: 'Outcome', duration: 'Duration', otherAccounts: 'Other accounts', switchTo: 'Open', self: 'Who am I', demoNetwork: 'Demo network', demoNetworkText: 'Switch the demo’s network off to see how Satchel works without a signal.', signInAgain: 'Sign in again', secretHint: 'Satchel keeps it to itself; no page can read it.', signIn: 'Sign in',
    state: { assumed: 'Assumed', proved: 'Proved', disproved: 'Disproved' }, driftKind: { missing: 'Missing', type: 'Type', unknown: 'Unknown' },
  },
  outbox: enOutbox,
  pending: {
    waiting: 'Waiting to be sent', sending: 'Being sent', checking: 'Sent; Satchel is checking whether it arrived', needs: 'Needs you: see the outbox', delivered: 'Delivered; shown as you sent it until it is read back',
    cell: 'Changed by you', sent: 'As you sent it at {{time}}; the service does not show this', sentSometime: 'As you sent it; the service does not show this',
  },
  shortcut: { step: 'Next or previous record while one is open', mark: 'Mark the row', markAll: 'Mark all rows', range: 'Stretch a range of cells', copyCells: 'Copy cells or marked rows', copyHeads: 'Copy with column names', columnMenu: 'Menu of a column, on its header', columnWidth: 'Column wider or narrower, on its header', columnMove: 'Move a column, on its header', export: 'Export the list', print: 'Print the record or the list', sheet: 'Show these shortcuts', new: 'Begin something new, about the open record', edit: 'Edit the open record', save: 'Save the form', palette: 'Search everything', listSearch: 'Search in this list', move: 'Move in a list', open: 'Open the record', close: 'Close the panel', nextRecord: 'Next or previous record', home: 'First or last column', pages: 'A page up or down', header: 'Go to the header, Enter sorts', screens: 'Go to a screen', settings: 'Settings' },
  diagnostics: enDiagnostics,
  locked: enLocked,
  protection: enProtection,
  desktop: enDesktop,
  guide: enGuide,
  document: enDocument,
  lists: enLists,
  export: enExport,
  palette: { placeholder: 'Search records, screens and commands', screens: 'Screens', records: 'Records', recent: 'Opened lately', commands: 'Commands', sync: 'Update now', pause: 'Pause sending', resume: 'Resume sending', demoOffline: 'Switch the demo network off', demoOnline: 'Switch the demo network on', light: 'Light theme', dark: 'Dark theme', language: '切换为简体中文', empty: 'Nothing found', hint: 'Type a name, a number or part of a phone number', open: 'Open', move: 'Move' },
  notice: { 'core-restarted': 'The part of Satchel that keeps your data stopped and was started again. Everything you saved is still here.', 'proxy-sign-in': 'This network’s proxy asks for a sign-in that Satchel can use only for reading. Your edits wait here until you are on another network.', 'cache-rebuilt': 'This version keeps the local copy in another form, so it is being copied anew. Nothing you typed was lost.', 'cache-damaged': 'The local copy was damaged; it was kept aside and is being copied anew. Nothing you typed was lost.', 'outbox-damaged': 'The file with your unsent work was damaged. It was kept aside on this computer, and the Outbox begins anew.', 'code-again': 'No keychain keeps the key to your unsent work here, so Satchel asks for your recovery code again when it is next opened.', 'outbox-left': 'You went on without your encrypted unsent work. Its file stays on this computer.', other: 'Notice: {{code}}' },
  errors: {
    offline: { title: 'No connection to the service', next: 'Check the network and the address, then try again.' }, timeout: { title: 'The service took too long', next: 'Try again in a moment.' },
    'captive-portal': { title: 'A sign-in page is in the way', next: 'Open a browser, sign in to this Wi-Fi, then try again.' }, tls: { title: 'The connection is not secure', next: 'Check the address and this computer’s date; ask your administrator about certificates.' },
    'bad-base-url': { title: 'That is not a service address', next: 'Enter the full address, beginning with https://.' }, unauthorized: { title: 'The service does not accept this sign-in', next: 'Check the token or credentials, or sign in again.' },
    'invalid-client': { title: 'Unknown client ID or secret', next: 'Copy both again from your CRM’s API settings.' }, 'invalid-grant': { title: 'Wrong e-mail or password', next: 'Check both, then try again.' }, 'invalid-scope': { title: 'This client lacks a permission', next: 'Ask your administrator to allow the modules Satchel reads.' },
    forbidden: { title: 'Not permitted', next: 'Ask your administrator for access.' }, 'rate-limited': { title: 'The service asks us to slow down', next: 'Satchel waits and goes on by itself.' }, 'server-error': { title: 'The service has a problem', next: 'Try again later; nothing is lost.' },
    'bad-answer': { title: 'The service answered something unexpected', next: 'Check that the address leads to the API and not to a website.' }, 'not-offered': { title: 'This service does not offer that', next: 'Satchel checks again every day.' }, refused: { title: 'The service refused', next: 'See the details for its words.' },
    'no-account': { title: 'No account is open', next: 'Connect or open the demo first.' }, 'account-mismatch': { title: 'This sign-in belongs to another account', next: 'Connect it as a new account.' }, 'not-found': { title: 'Not found', next: 'It may have been deleted at the service.' },
    'bad-input': { title: 'Something in the form is missing or not valid', next: 'Check the fields and try again.' }, 'database-from-future': { title: 'A newer Satchel made this data', next: 'Update Satchel, then open it again.' }, 'database-corrupt': { title: 'The local copy is damaged', next: 'Satchel rebuilds it; edits are kept.' }, 'outbox-corrupt': { title: 'The file with your unsent work is damaged', next: 'It stays as it is. Send what waits, or save a copy of the Outbox.' }, 'cache-locked': { title: 'Your keychain does not give the key', next: 'Unlock the keychain; Satchel tries again by itself.' }, 'outbox-locked': { title: 'Your keychain does not give the key', next: 'Unlock the keychain, or use your recovery code.' }, 'no-keychain': { title: 'The system’s keychain does not take the key', next: 'Unlock the keychain and try again; nothing has changed.' }, 'code-mistyped': { title: 'There is a slip in the code', next: 'Compare it once more with what you kept.' }, 'code-wrong': { title: 'This code does not fit', next: 'Check that it is the latest one of this account.' }, 'code-gone': { title: 'The file that belongs to the code is gone or damaged', next: 'Put it back from a backup, or bring the old keychain back.' }, 'data-in-use': { title: 'Satchel is already open with this data', next: 'Close the other window first.' },
    'disk-full': { title: 'The disk is full', next: 'Free some space; Satchel goes on by itself.' }, internal: { title: 'Something went wrong in Satchel', next: 'Try again. If it stays, see Diagnostics.' },
  },
};

export type Messages = typeof en;
