/** Why an item of the Outbox waits, in a few words. */
export const enOutboxWaits = {
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
};

/** Why an item of the Outbox waits, was refused or asks for a decision, in sentences. */
export const enOutboxWhy = {
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
  doubt: 'It was sent, but no reply was received, and Satchel cannot tell whether it arrived. Please decide.',
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
};

/** What else the user should know about an item of the Outbox. */
export const enOutboxNotes = {
  'could-not-compare': 'Your CRM does not let Satchel read this record, so conflicts could not be checked.',
  'could-not-compare-all': 'Your CRM does not show some of these fields, so conflicts could not be checked.',
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
};
