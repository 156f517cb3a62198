/** The page of one company or lead. */
export const enCustomer = {
  openPage: 'Open page', kind: { company: 'Company', lead: 'Lead' }, previous: 'Previous customer', next: 'Next customer',
  edit: 'Edit', newInvoice: 'New invoice', newReceipt: 'New receipt', newNote: 'New note', actions: 'What to do',
  stars: '{{count}} of 5 stars', noOwner: 'No owner', publicPool: 'Public pool', followUp: 'Follow up {{when}}', followUpLate: 'Follow-up was due {{when}}', waits: 'Changes waiting to be sent',
  glance: 'At a glance', lastContact: 'Last contact', lastOrder: 'Last order', never: 'None yet', more: '+{{count}} more currencies', leftOut: 'Left out here', notOffered: 'Not offered here', nothingHere: 'Nothing else on this computer', notInStory: 'Not part of this story: {{what}}. This computer has no copy of them.',
  tab: { timeline: 'Timeline', order: 'Orders', quotation: 'Quotations', outboundInvoice: 'Invoices', receipt: 'Receipts', about: 'About' }, tabs: 'Parts of this page',
  search: 'Search this timeline', kinds: 'Kinds', kindOf: { trail: 'Trail', order: 'Orders', quotation: 'Quotations', outboundInvoice: 'Invoices', receipt: 'Receipts', edit: 'Waiting' }, person: 'Everyone', personLabel: 'Person', list: 'Timeline, newest first',
  today: 'Today', yesterday: 'Yesterday', undated: 'Without a date', begins: 'The story begins here.', beginsAt: 'Entered in the CRM on {{date}}.', nothing: 'Nothing has happened yet', nothingHint: 'Notes, quotations, orders, invoices and receipts appear here by themselves.',
  noMatch: 'Nothing matches', noMatchHint: 'Try other words, or show all kinds and people.', showAll: 'Show everything', loadingMore: 'Loading earlier entries',
  trailType: 'Trail entry of type {{type}}', attachments_one: '{{count}} file', attachments_other: '{{count}} files', comments_one: '{{count}} comment', comments_other: '{{count}} comments', withPeople: 'with {{names}}', about: 'about {{name}}',
  change: 'Change to {{what}}', changeSelf: 'Change to this page', newRecord: 'New customer', changes: '{{fields}}',
  state: { queued: 'Waiting to be sent', sending: 'Being sent', uncertain: 'Being checked', rejected: 'Refused: needs you', conflict: 'Changed elsewhere: needs you', applied: 'Delivered', discarded: 'Discarded' },
  contacts: 'Contacts', noContacts: 'No contacts', noContactsHint: 'Add people with “Edit”.', contactUnnamed: 'Unnamed contact', call: 'Call {{number}}', mail: 'Write to {{address}}', openIn: 'Open {{name}}', copyOf: 'Copy {{what}}',
  profile: 'Profile', emptyFields_one: 'Not filled in: {{names}}', emptyFields_other: 'Not filled in: {{names}}', allFields: 'All fields', detailsWaiting: 'The full profile is still on its way.', detailsNone: 'This service gives out no profiles, only what its list says.',
  documents: { showAll: 'Show all {{count}} in {{screen}}', none: 'None for this customer', notOffered: 'This service gives out no {{what}}.', table: '{{what}} of {{name}}' },
  gone: 'This customer is not on this computer', goneHint: 'It may not have been copied yet, or it was deleted.',
};
