/** Texts of storage, sync history, the log, the file for the support, and the demo's tour. */
export const enDiagnostics = {
  sending: 'Sending',
  undoNote: 'Saved items wait this long before they are sent, so that you can undo.',
  undoFor: 'Time to undo',
  undoNone: 'Send at once',
  undoSeconds_one: '{{count}} second',
  undoSeconds_other: '{{count}} seconds',
  onThisComputer: 'On this computer',
  records: 'Kind',
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
  fetchOffline:
    'They will be downloaded again when you’re online and signed in; until then the current copy stays.',
  keepNote:
    'Turn “Keep” off to remove these records from this computer and stop downloading them; your CRM ' +
    'still has them. Companies and people are always kept, because other records show their names. ' +
    '“Re-download” removes the copy and downloads it again. Unsent changes in the ' +
    'Outbox are always kept.',
  requests: 'Requests to your CRM',
  requestsLimit: 'At most',
  requestsPerMinute: '{{number}} a minute',
  requestsNote:
    'A limit for background downloads. What you open, search or send is not limited. Satchel makes ' +
    'fewer requests while your CRM is slow.',
  fullDocuments: 'Full documents',
  fullDocumentsOf: 'Download lines and notes of',
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
  test: 'Test the connection',
  testNow: 'Test now',
  testing: 'Testing…',
  testOk: 'Reply in {{formatted}} ms',
  testedAt: 'CRM time {{time}}',
};

export const enGuide = {
  title: 'Try Satchel in a minute',
  demo: 'Demo: nothing here is real, and nothing leaves this computer.',
  progress: '{{done}} of {{total}}',
  show: 'Show the guide',
  close: 'Close the guide',
  collapse: 'Collapse the guide',
  done: 'All done',
  doneText: 'Your own CRM works the same way: connect it under Settings, Account.',
  step: {
    browse: 'Open a customer or an order',
    offline: 'Go offline',
    edit: 'Add a note or change something',
    online: 'Come back online',
    delivered: 'See it delivered',
  },
  hint: {
    browse: 'Every page opens from this computer.',
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
    'With “Stay in the tray” on, Satchel keeps running and continues to sync when the window is closed. To ' +
    'quit, use its tray icon. If you see no icon there, start Satchel again: its window opens, and its ' +
    'File menu has Exit.',
  spelling: 'Check spelling',
  spellingOff: 'Off',
  spellingNote:
    'Satchel downloads the dictionary of each language you choose from Google. Your text is checked ' +
    'on this computer and is not sent anywhere.',
  noNotifications:
    'This copy of Satchel is not signed, so macOS does not show its notifications. Check the Outbox ' +
    'for items that need attention.',
};
