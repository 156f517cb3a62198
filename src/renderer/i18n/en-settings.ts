/** Storage, sync history, the log and the bundle for support; the demo's guided path. */
export const enDiagnostics = {
  onThisComputer: 'On this computer', records: 'Records', held: 'Held', size: 'Size', asOf: 'Complete as of', includes: 'With {{what}}', details_one: '{{formatted}} with details', details_other: '{{formatted}} with details', fetchAgain: 'Fetch again', keep: 'Keep', keepOf: 'Keep {{what}} on this computer', fetchAgainOf: 'Fetch again: {{what}}', fetching: 'Will be fetched again', fetchOffline: 'They are fetched again as soon as the service answers; until then the present copy stays.',
  keepNote: 'Switching “Keep” off removes this computer’s copy of these records and reads no more of them; your CRM keeps them. “Fetch again” removes the copy and reads it anew. Edits that wait in the Outbox are kept either way.',
  fullDocuments: 'Full documents', fullDocumentsOf: 'Keep lines and notes of', fullDocumentsAll: 'All documents', fullDocumentsMonths_one: 'Documents changed in the last {{count}} month', fullDocumentsMonths_other: 'Documents changed in the last {{count}} months',
  fullDocumentsNote: 'Older orders, quotations, invoices and receipts stay in your lists with their figures. Their lines and notes are read when you open one, so that takes a connection.', files: 'Local copy {{cache}} · unsent work {{outbox}} · log {{log}}',
  history: 'Sync history', when: 'When', took: 'Took', changes: 'New or changed', nothing: 'Nothing new', result: 'Result', complete: 'Complete', partly: 'Some lists failed', noHistory: 'No sync yet', changed: '{{what}} {{formatted}}', moreRounds: 'Show older', fewerRounds: 'Show fewer', seconds: '{{formatted}} s',
  log: 'Log', level: 'Level', levelAll: 'Everything', levelWarn: 'Warnings and errors', levelError: 'Errors', logText: 'Find in the log', logNone: 'No lines match', logMore: 'Only the latest {{count}} lines are shown.', logNote: 'Tokens and passwords are struck out before a line is written.', refresh: 'Refresh',
  lineLevel: { error: 'Error', warn: 'Warning', info: 'Note' },
  bundle: 'Report for support', bundleNote: 'One text with everything on this page and the latest log lines. It holds no token, no names of customers or colleagues, and no content of your records. You see it before you save it.', bundleMake: 'Prepare the report', bundleTitle: 'Report for support', bundleSave: 'Save', bundleCopy: 'Copy', bundleSaved: 'Saved as {{name}}',
  test: 'Test the connection', testNow: 'Test now', testing: 'Testing…', testOk: 'Answered in {{formatted}} ms', testedAt: 'server time {{time}}',
};

export const enGuide = {
  title: 'Try Satchel in a minute', demo: 'Demo: nothing here is real, and nothing leaves this computer.', progress: '{{done}} of {{total}}', show: 'Show the guide', close: 'Close the guide', collapse: 'Fold the guide', done: 'That is all there is to it', doneText: 'Your own CRM works the same way: connect it under Settings, Account.',
  step: { browse: 'Open a customer or an order', offline: 'Go offline', edit: 'Add a note or change something', online: 'Come back online', delivered: 'See it delivered' },
  hint: { browse: 'Every click is answered from this computer.', offline: 'Switch the demo network off in the bar below.', edit: 'Press C to begin something new, or use Edit on a record. It is kept on disk at once.', online: 'Switch the demo network on again.', delivered: 'The Outbox sends it by itself, exactly once.' },
  go: { browse: 'Show orders', offline: 'Switch it off', edit: 'New company', online: 'Switch it on', delivered: 'Open the Outbox' }, ticked: 'Done: {{step}}',
};

/** What only the desktop window has. */
export const enDesktop = {
  title: 'Desktop', tray: 'Stay in the tray', trayNote: 'With the tray, closing the window leaves Satchel running: it goes on sending and fetching, and you quit it from its icon there.',
  spelling: 'Check spelling', spellingOff: 'Off', spellingNote: 'To check spelling, Satchel has the dictionary of each language you choose fetched from Google. What you type is checked on this computer and does not leave it.',
};
