/** Texts of storage, sync history, the log, the file for the support, and the demo's tour. */
export const enDiagnostics = {
  sending: 'Sending',
  undoNote: 'What you save is on disk at once. It waits this long before it is sent, so that Undo works.',
  undoFor: 'Time to undo',
  undoNone: 'Send at once',
  undoSeconds_one: '{{count}} second',
  undoSeconds_other: '{{count}} seconds',
  onThisComputer: 'On this computer',
  records: 'Records',
  held: 'Records',
  size: 'Size',
  asOf: 'Complete as of',
  includes: 'With {{what}}',
  details_one: '{{formatted}} with details',
  details_other: '{{formatted}} with details',
  fetchAgain: 'Re-download',
  keep: 'Keep',
  keepOf: 'Keep {{what}} on this computer',
  fetchAgainOf: 'Re-download: {{what}}',
  fetching: 'Will be downloaded again',
  fetchOffline: 'They are downloaded again when your CRM can be reached; until then the present copy stays.',
  keepNote:
    'Turning “Keep” off removes these records from this computer and downloads no more of them; your ' +
    'CRM keeps them. “Re-download” removes the copy and downloads it again. Unsent changes in the ' +
    'Outbox are always kept.',
  requests: 'Requests to the service',
  requestsLimit: 'At most',
  requestsPerMinute: '{{number}} a minute',
  requestsNote:
    'A limit for what is copied in the background. What you open, search or send is never held back. Satchel asks less ' +
    'while the service is slow.',
  fullDocuments: 'Full documents',
  fullDocumentsOf: 'Keep lines and notes of',
  fullDocumentsAll: 'All documents',
  fullDocumentsMonths_one: 'Documents changed in the last {{count}} month',
  fullDocumentsMonths_other: 'Documents changed in the last {{count}} months',
  fullDocumentsNote:
    'Older orders, quotations, invoices and receipts stay in your lists with their figures. Their ' +
    'lines and notes are downloaded when you open one online.',
  files: 'Local copy {{cache}} · unsent work {{outbox}} · log {{log}}',
  history: 'Sync history',
  when: 'When',
  took: 'Took',
  changes: 'New or changed',
  nothing: 'Nothing new',
  result: 'Result',
  complete: 'Complete',
  partly: 'Some lists failed',
  noHistory: 'No sync yet',
  changed: '{{what}} {{formatted}}',
  moreRounds: 'Show older',
  fewerRounds: 'Show fewer',
  seconds: '{{formatted}} s',
  log: 'Log',
  level: 'Level',
  levelAll: 'Everything',
  levelWarn: 'Warnings and errors',
  levelError: 'Errors',
  logText: 'Find in the log',
  logNone: 'No lines match',
  logMore: 'Only the latest {{count}} lines are shown.',
  logNote: 'The log contains no tokens and no passwords.',
  refresh: 'Refresh',
  lineLevel: { error: 'Error', warn: 'Warning', info: 'Note' },
  bundle: 'Report for support',
  bundleNote:
    'A text with everything on this page and the latest log lines. It contains no token, no names of ' +
    'customers or colleagues, and no content of your records. You see it before you save it.',
  bundleMake: 'Prepare the report',
  bundleTitle: 'Report for support',
  bundleSave: 'Save',
  bundleCopy: 'Copy',
  bundleSaved: 'Saved as {{name}}',
  test: 'Test the connection',
  testNow: 'Test now',
  testing: 'Testing…',
  testOk: 'Reply in {{formatted}} ms',
  testedAt: 'server time {{time}}',
};

export const enGuide = {
  title: 'Try Satchel in a minute',
  demo: 'Demo: nothing here is real, and nothing leaves this computer.',
  progress: '{{done}} of {{total}}',
  show: 'Show the guide',
  close: 'Close the guide',
  collapse: 'Collapse the guide',
  done: 'You are done',
  doneText: 'Your own CRM works the same way: connect it under Settings, Account.',
  step: {
    browse: 'Open a customer or an order',
    offline: 'Go offline',
    edit: 'Add a note or change something',
    online: 'Come back online',
    delivered: 'See it delivered',
  },
  hint: {
    browse: 'Every click is answered from this computer.',
    offline: 'Turn the demo network off in the bar below.',
    edit: 'Press C to create a record, or use Edit on a record. It is saved at once.',
    online: 'Turn the demo network on again.',
    delivered: 'The Outbox sends it automatically, exactly once.',
  },
  go: {
    browse: 'Show orders',
    offline: 'Turn it off',
    edit: 'New company',
    online: 'Turn it on',
    delivered: 'Open the Outbox',
  },
  ticked: 'Done: {{step}}',
};

/** Texts that only the desktop app uses. */
export const enDesktop = {
  title: 'Desktop',
  tray: 'Stay in the tray',
  trayNote:
    'When the window is closed, Satchel keeps running in the tray and continues to sync. To quit, use ' +
    'its tray icon.',
  spelling: 'Check spelling',
  spellingOff: 'Off',
  spellingNote:
    'To check spelling, Satchel has the dictionary of each language you choose fetched from Google. ' +
    'What you type is checked on this computer and does not leave it.',
  noNotifications:
    'This copy of Satchel is not signed, so macOS shows none of its notifications. What needs ' +
    'attention is in Outbox.',
};
