/** Texts of the outbox for sales reps: what waits, why, and what they can do. */
export const enOutbox = {
  title: 'Outbox',
  more_one: 'Show {{count}} more',
  more_other: 'Show {{count}} more',
  list: 'Items',
  empty: 'Nothing to send',
  emptyHint: 'What you add or change is saved here and sent to your CRM when you’re online.',
  pick: 'Select an item to see what it changes',
  group: {
    needs: 'Needs attention',
    sending: 'Sending',
    waiting: 'To send',
    checking: 'Checking',
    drafts: 'Drafts',
    done: 'Done',
  },
  kind: {
    company: 'companies',
    lead: 'leads',
    opportunity: 'opportunities',
    outboundInvoice: 'invoices',
    receipt: 'receipts',
    trailNote: 'notes',
  },
  /** A short reason as a sentence of its own. */
  waitSentence: '{{text}}.',
  waits: {
    next: 'Sends next',
    offline: 'Sends when you’re online',
    parent: 'Sends after “{{name}}”',
    parentMore_one: 'Sends after “{{name}}” and {{count}} more',
    parentMore_other: 'Sends after “{{name}}” and {{count}} more',
    held: 'You chose not to send it yet',
    restored: 'Restored: waits until you allow sending',
    paused: 'Sending is paused',
    review: 'Needs your review',
    'not-permitted': 'No permission in your CRM',
    'sign-in': 'Sign in to send',
    undo: 'Sends in a few seconds',
    at: 'Next try at {{time}}',
    twin: 'Sends after an identical item is checked',
    checking: 'Checking whether it arrived',
    'your-decision': 'Decide whether it arrived',
  },
  why: {
    next: 'It will send in a moment.',
    undo: 'You just saved it and can still undo it. Then it will send.',
    offline: 'Saved on this computer. Will send when you’re online.',
    parent: 'It depends on “{{name}}”, which is not delivered yet. It will send after that.',
    restored: 'It was restored. It stays here until you allow sending or send only this one.',
    held: 'You chose not to send it yet. It stays here until you allow sending or send only this one.',
    paused: 'Sending is paused for the whole account. Resume sending, or send only this one.',
    review: 'This is the first item of this kind from this account. Review it, then send it.',
    'not-permitted':
      'You have no permission to send {{kind}} to your CRM. Other items still send. Ask your ' +
      'administrator, then try again.',
    'sign-in': 'Your sign-in has expired. Sign in again to send it.',
    at: 'Your CRM could not be reached, or asked Satchel to wait. Satchel will try again.',
    twin:
      'Satchel is checking whether an identical item arrived. This one waits, so that nothing is ' +
      'created twice.',
    throttled: 'Your CRM asked Satchel to send more slowly. Satchel will continue automatically.',
    frozen: 'It may already have been sent. Your edit will be sent as a separate change.',
    sending: 'It is being sent. You can edit it after your CRM replies.',
    applied: 'Delivered to your CRM.',
    appliedAlready: 'Your CRM already had these values, so nothing was sent.',
    appliedProved: 'The reply was lost, but Satchel found the change in your CRM.',
    appliedByYou: 'You said that it arrived.',
    discarded: 'You discarded it.',
    discardedMaybe: 'You discarded it. It had been sent and no reply was received, so your CRM may have it.',
    refused: 'Your CRM did not accept it. Correct it to send it again.',
    refusedPermission: 'You have no permission for this in your CRM. Ask your administrator, then try again.',
    notOffered:
      'Your CRM does not take this from other programs. Enter it in the CRM itself, then discard it here.',
    refusedField: 'Your CRM did not accept “{{field}}”. Correct it to send it again.',
    'number-in-use':
      'Another invoice already has this number. Enter a different number. Otherwise your CRM would ' +
      'add these lines to the old invoice.',
    'number-not-checked':
      'Satchel could not check whether this invoice number is unused. If it is used, ' +
      'your CRM would add the lines to the old invoice. Try again later, send without a number ' +
      '(your CRM assigns one), or check the number in your CRM and then send.',
    gone:
      'The record is no longer in your CRM; it may have been deleted. Discard the edit, ' +
      'or create the record again; you can check it before you save.',
    goneOnly: 'The record is no longer in your CRM; it may have been deleted. Discard the edit.',
    wouldClear:
      'Your CRM empties every field that is not sent with an edit, such as “{{field}}”. ' +
      '“Try again” reads the record and sends all of its fields with your change.',
    wouldClearMoney:
      'Your CRM empties every field that is not sent with an edit, such as “{{field}}”. ' +
      'Edit this item and fill in those fields too, or make the change in your CRM.',
    'ids-unknown': 'A linked record was not found in your CRM. Edit this item and select that record again.',
    customChanged:
      'Someone else changed “{{field}}” in your CRM. “Try again” replaces their value with yours. To keep ' +
      'theirs, discard this edit.',
    customChangedTo:
      'Someone else set “{{field}}” to “{{value}}” in your CRM. “Try again” replaces it with your value. To keep ' +
      'theirs, enter it with “Edit”, or discard this edit.',
    customEmptied:
      'Someone else emptied “{{field}}” in your CRM. “Try again” enters your value. To leave it empty, discard ' +
      'this edit.',
    idsUnknownContact:
      'Your CRM identifies this person by e-mail. This edit changes the e-mail, or the person has none, so ' +
      'sending it would add a second person. Make the change in your CRM, and discard this edit.',
    idsUnknownReceipt:
      'Your CRM has this receipt, but does not say which allocations are already saved. Sending them again ' +
      'could count them twice. Make the change in your CRM, and discard this edit.',
    conflict:
      'Someone changed the same field in your CRM while you were editing. Choose a ' +
      'value for each field below.',
    conflictUnseen:
      'Your CRM already has a value here that was not on this computer when you edited. ' +
      'Choose a value for each field below.',
    nothingSent: 'Nothing was sent.',
    nothingChanged: 'Nothing was changed.',
    mayHaveArrived: 'An earlier attempt got no reply and may have arrived.',
    checking:
      'It was sent, but no reply was received. Satchel is checking your CRM and will not send it twice.',
    checkingCrash:
      'Satchel was closed while it was being sent. Satchel is checking your CRM and will not send it twice.',
    doubt:
      'It was sent, but no reply was received, and Satchel cannot tell whether it arrived. Please decide.',
    doubtClaimed:
      'Your CRM replied with the ID of a record that another of your items created. Satchel cannot ' +
      'tell whether this one was saved. Check in your CRM, then decide.',
    doubtMoney:
      'It was sent, but no reply was received. Satchel never resends money automatically. Check in ' +
      'your CRM whether it arrived, then decide.',
    doubtAdded:
      'The invoice in your CRM has lines that an earlier attempt of this edit may have added. Check the invoice, ' +
      'then decide: “Send again” keeps those lines as they are and adds the new lines of this edit.',
    doubtAddedContacts:
      'The company in your CRM has contacts that an earlier attempt of this edit may have added. Check the ' +
      'company, then decide: “Send again” keeps those contacts as they are and adds the new contacts of this edit.',
    doubtCandidates: 'It was sent, but no reply was received. A record in your CRM may be this one. Is it?',
  },
  serviceSaid: 'Your CRM replied',
  waitsOn_one: '{{count}} item depends on this',
  waitsOn_other: '{{count}} items depend on this',
  note: {
    'could-not-compare': 'Your CRM does not let Satchel read this record, so conflicts could not be checked.',
    'could-not-compare-all':
      'Your CRM does not show some of these fields, so conflicts could not be checked.',
    'may-land-as-draft': 'Add a company and “Received by”, or it may stay a draft.',
    'may-be-draft':
      'Your CRM may have saved this receipt as a draft, because the company or “Received by” is missing. ' +
      'Please check there.',
    'landed-as-draft': 'Your CRM saved this receipt as a draft.',
    'landed-as-pending': 'Your CRM recorded this receipt as unallocated.',
    'already-so': 'Your CRM already had these values.',
    restored: 'Restored from a saved copy, or after a file was damaged.',
    'proved-by-read-back': 'Confirmed in CRM.',
    'later-text-not-sent':
      'An earlier version of this note had arrived. Notes cannot be changed in your CRM, so your later text ' +
      'was not sent. Your CRM has the text shown here.',
    'removed-may-stay':
      'A contact or allocation that you removed may be in your CRM: an earlier attempt got no reply. Satchel ' +
      'cannot remove it there. Check in your CRM.',
    'no-read-back': 'Satchel cannot check in your CRM whether it arrived.',
    'left-out-cleared':
      'Your CRM emptied fields that were not part of this edit. The history shows the lost values.',
    'custom-anyway': 'You replaced a value that someone else had entered in a custom field.',
    'whole-record': 'All fields of the record were sent, because your CRM empties fields that are not sent.',
    'may-be-twice':
      'An earlier attempt got no reply. If it arrived late, this exists twice. Check in your CRM.',
    'may-be-replaced':
      'An earlier change of this record got no reply. If it arrives late, it replaces values of this one. ' +
      'Satchel checks this after a quarter of an hour.',
    'replaced-late':
      'An earlier change of this record got no reply, arrived late, and replaced values of this one. Check the ' +
      'record and enter them again.',
    'replaced-seen':
      'An earlier change of this record got no reply, arrived late, and replaced values of this one. You have checked ' +
      'the record.',
    'older-content':
      'The file of the Outbox was an older copy, so this shows an earlier version of what was delivered. The record ' +
      'shows what your CRM has.',
  },
  act: {
    createAgain: 'Create again',
    edit: 'Edit',
    undo: 'Undo last edit',
    hold: 'Don’t send yet',
    release: 'Allow sending',
    sendNow: 'Send only this one',
    retry: 'Try again',
    dropNumber: 'Send without a number',
    numberChecked: 'I checked: number is free',
    replacedSeen: 'I checked the record',
    sendAgain: 'Send again',
    discard: 'Discard',
    openRecord: 'Open record',
    openItem: 'Open',
    signIn: 'Sign in',
    failed: 'Not possible now. The item may have changed. Check it and try again.',
    claimed: 'Another item in the Outbox already created that record.',
    invalid: 'Some values are missing or not valid.',
  },
  discard: {
    title: 'Discard this?',
    chainTitle_one: 'Discard this and {{count}} more?',
    chainTitle_other: 'Discard this and {{count}} more?',
    text: 'It will not be sent. This cannot be undone.',
    chainText:
      'The other items depend on this one, so they are discarded too. None will be sent. This cannot ' +
      'be undone.',
    maybe: 'It was sent and no reply was received. Discarding it here does not remove it from your CRM.',
    confirm: 'Discard',
    confirmAll_one: 'Discard {{count}} item',
    confirmAll_other: 'Discard {{count}} items',
    keep: 'Keep',
    blocked: 'One of these is being sent right now. Try again in a moment.',
  },
  again: {
    title: 'Send it again?',
    text: 'If the first one arrived, the record will exist twice.',
    money:
      'If the first one arrived, the same money will be booked twice. Check in your CRM that it is ' +
      'not there.',
    edit: 'It changes the same record again and may overwrite later changes by others.',
    editAdds:
      'If the first one arrived, its new contacts will exist twice. It may also overwrite later changes by others.',
    confirm: 'Send again',
    cancel: 'Not now',
  },
  candidates: {
    title: 'Possible matches',
    ask: 'Did it arrive?',
    none: 'No match was found in your CRM.',
    edit:
      'The record differs from what you sent. Your edit may have arrived, and someone may have ' +
      'changed it since. If you send it again, new contacts or lines may exist twice.',
    noRead: 'Satchel cannot search for it. Please check in your CRM.',
    made: 'Created {{time}}',
    by: 'by {{who}}',
    agrees: 'Same as you sent',
    differs: 'Different from what you sent',
    choose: 'Yes, this one',
    byIdLabel: 'ID in the CRM',
    byIdHint: 'If you found it in the CRM, enter its ID here.',
    confirm: 'It arrived',
  },
  changes: {
    title: 'What changes',
    created: 'What is sent',
    field: 'Field',
    before: 'Before',
    after: 'After',
    none: 'No differences from your CRM.',
    unknown: 'unknown',
    empty: 'empty',
    contacts: 'Contacts',
    lines: 'Lines',
    writeOffs: 'Allocations',
    added: 'Added',
    changed: 'Changed',
    removed: 'Removed',
    line: 'Line {{number}}',
    newContact: 'New contact',
    contact: 'Contact',
  },
  links: { waitsFor: 'Sends after', dependants: 'Depends on this', predecessor: 'Continues' },
  history: {
    title: 'History',
    submitted: 'You saved it',
    edit: 'You edited it',
    undone: 'You undid the last edit',
    carried: 'A correction of another item was copied to it',
    takenBack: 'The correction of another item was removed from it again',
    merge: 'You resolved the conflict',
    held: 'You chose not to send it yet',
    released: 'You allowed sending',
    'send-now': 'You chose to send only this one',
    'send-again': 'You chose to try again',
    'send-again-doubt': 'You chose to send it again, although it may exist twice',
    sending: 'Sent, attempt {{attempt}}',
    accepted: 'CRM accepted it',
    acceptedAs: 'CRM accepted it as {{number}}',
    refused: 'Refused: {{message}}',
    refusedSilently: 'Refused without a reason',
    unsent: 'CRM could not be reached; nothing was sent',
    throttled: 'CRM asked Satchel to wait',
    unauthorized: 'The sign-in was not accepted',
    noVerdict: 'No reply received',
    crashed: 'Satchel was closed while it was being sent',
    differs: 'Conflict found in CRM',
    compareAgain: 'Your later edit arrived, so it is compared again',
    alreadySo: 'CRM already had these values',
    unsendable: 'Not sent',
    unsendableGone: 'Not sent: the record is no longer in CRM',
    found: 'Confirmed in CRM',
    absent: 'Not found in CRM',
    'read-back': 'Checked in CRM',
    'read-back-adopt': 'Confirmed in CRM',
    'read-back-absent': 'Not found in CRM',
    'read-back-wait': 'Checked in CRM: not there yet',
    'read-back-ask': 'Checked in CRM: unclear',
    checked: 'Checked again in CRM after it was accepted',
    replacedSeen: 'You checked the record',
    checkedCleared: 'Your CRM emptied these fields:',
    lostValue: '{{field}}: {{value}}',
    arrived: 'You said that it arrived',
    discarded: 'You discarded it',
    restored: 'Restored from a saved copy, or after a file was damaged',
    unreadable: 'This entry can’t be read',
    other: '{{event}}',
    serverTime: 'CRM time {{time}}',
  },
  payload: {
    title: 'Exact data',
    sent: 'Exactly what was sent to {{path}}',
    next: 'Exactly what will be sent to {{path}}',
    later: 'IDs of undelivered records are added when it is sent. Until then:',
    copy: 'Copy data',
  },
  merge: {
    title: 'Resolve conflict',
    text: 'Choose a value for each field. Nothing is sent until you save.',
    changedBy: 'Last changed in the CRM {{time}} by {{who}}.',
    changedAt: 'Last changed in the CRM {{time}}.',
    base: 'Before',
    mine: 'Yours',
    theirs: 'In the CRM now',
    other: 'Another value',
    otherValue: 'Another value for {{field}}',
    allMine: 'Choose all yours',
    allTheirs: 'Choose all from the CRM',
    submit: 'Save and send',
    undecided_one: '{{count}} field left to choose',
    undecided_other: '{{count}} fields left to choose',
    alsoGoes: 'Also sending (no conflict)',
    childEdited: 'You changed it',
    childRemovedByMe: 'You removed it',
    childRemoved: 'Was removed',
    childEditedByThem: 'Was changed',
    addAgain: 'Add it again with your changes',
    leaveRemoved: 'Leave it removed',
    removeAnyway: 'Remove it anyway',
    keepTheirs: 'Keep it as it is now',
    wholeContact: 'Contact {{name}}',
    wholeLine: 'Line {{name}}',
    invalid: 'One of the values is not valid: {{fields}}',
  },
  pause: {
    pause: 'Pause sending',
    pausedHint: 'Nothing is sent until you resume.',
    resume: 'Resume',
  },
  banner: {
    signIn: 'Sign in to send',
    signInHint_one: '{{count}} item will send after you sign in.',
    signInHint_other: '{{count}} items will send after you sign in.',
    quiet: 'Your CRM asked Satchel to wait until {{time}}',
    quietHint: 'Satchel will continue automatically.',
    offline: 'No connection',
    offlineHint: 'Everything is saved here and will send when you’re online.',
    unreadableHint: 'This part of the file is damaged. Satchel keeps its text and does not send it.',
    unreadableSave: 'Save raw text',
    review: {
      company: 'Review your first company before it is sent',
      lead: 'Review your first lead before it is sent',
      opportunity: 'Review your first opportunity before it is sent',
      outboundInvoice: 'Review your first invoice before it is sent',
      receipt: 'Review your first receipt before it is sent',
      trailNote: 'Review your first note before it is sent',
    },
    reviewHint: 'This is the first item of this kind from this account.',
    reviewLook: 'Review',
    reviewRelease: {
      company: 'Send companies automatically',
      lead: 'Send leads automatically',
      opportunity: 'Send opportunities automatically',
      outboundInvoice: 'Send invoices automatically',
      receipt: 'Send receipts automatically',
      trailNote: 'Send notes automatically',
    },
    forbidden: 'No permission to send {{kind}}',
    forbiddenHint: 'Ask your administrator.',
    forbiddenRetry: 'Try again',
  },
  copy: {
    menu: 'More',
    export: 'Save a copy of the outbox',
    exportFailed: 'The copy could not be saved. Try again.',
    restore: 'Restore from a copy',
    restored_one: '{{count}} item restored.',
    restored_other: '{{count}} items restored.',
    restoredDrafts_one: '{{count}} draft restored.',
    restoredDrafts_other: '{{count}} drafts restored.',
    restoredNone: 'Nothing new in this copy.',
    skipped_one: '{{count}} was already here and is unchanged.',
    skipped_other: '{{count}} were already here and are unchanged.',
    restoredUnreadable_one: '{{count}} item of the copy can’t be read and was left out.',
    restoredUnreadable_other: '{{count}} items of the copy can’t be read and were left out.',
    restoredHint: 'Satchel checks items that may have been sent. The others wait until you allow sending.',
    'other-account': 'This copy belongs to another account. Open that account first.',
    unreadable: 'This file is not a copy of an outbox, or it is damaged. Nothing was changed.',
  },
  panel: {
    title: 'Not in the CRM yet',
    open: 'Open in outbox',
  },
  notice: {
    rejected: 'Refused: {{what}}',
    unsent: 'Not sent: {{what}}',
    conflict: 'Conflict: {{what}}',
    uncertain: 'Needs your decision: {{what}}',
    region: 'Messages',
  },
  leave: {
    title_one: '{{count}} item has not been sent',
    title_other: '{{count}} items have not been sent',
    signOut_one:
      'It stays on this computer and will be sent when you sign in again. To be safe, save a copy first.',
    signOut_other:
      'They stay on this computer and will be sent when you sign in again. To be safe, save a copy first.',
    signOutSome_one: '{{count}} of them will be sent when you sign in again.',
    signOutSome_other: '{{count}} of them will be sent when you sign in again.',
    held_one: '{{count}} waits until you send it.',
    held_other: '{{count}} wait until you send them.',
    paused_one: '{{count}} is not sent while sending is paused.',
    paused_other: '{{count}} are not sent while sending is paused.',
    needsUser_one: '{{count}} needs attention before it can be sent.',
    needsUser_other: '{{count}} need attention before they can be sent.',
    blocked_one: '{{count}} will be sent after the item that it depends on.',
    blocked_other: '{{count}} will be sent after the items that they depend on.',
    drafts_one: '{{count}} draft has not been saved as an item.',
    drafts_other: '{{count}} drafts have not been saved as items.',
    unread:
      'The unsent work of this account can’t be read now. If there is any, it stays on this computer and the account ' +
      'stays listed.',
    stays_one: 'It stays on this computer. To be safe, save a copy first.',
    stays_other: 'All of them stay on this computer. To be safe, save a copy first.',
    switchTitle: 'Open another account?',
    switch_one:
      'It stays on this computer and will be sent when you open this account again. To be safe, save a ' +
      'copy first.',
    switch_other:
      'They stay on this computer and will be sent when you open this account again. To be safe, save a ' +
      'copy first.',
    switchSome_one: '{{count}} of them will be sent when you open this account again.',
    switchSome_other: '{{count}} of them will be sent when you open this account again.',
    go: 'Open {{name}}',
  },
  draft: {
    untitled: 'Untitled draft',
    continue: 'Continue',
    delete: 'Delete',
    deleteTitle: 'Delete this draft?',
    deleteText: 'Everything you typed in it will be deleted.',
    keep: 'Keep',
  },
  field: {
    company_id: 'Company',
    lead_id: 'Lead',
    opportunity_id: 'Opportunity',
    create_user: 'Created by',
    main_customer_flag: 'Main contact',
    children: 'Contacts or lines',
    order_id: 'Order',
    refer_type: 'Allocated to',
    refer_id: 'Document',
  },
};
