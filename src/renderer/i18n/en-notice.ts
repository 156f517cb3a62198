/** Texts of notices above every screen, shown until they are dismissed or no longer true. */
export const enNotice = {
  'core-restarted':
    'The part of Satchel that keeps your data stopped and was started again. Everything you saved is ' +
    'still here.',
  'proxy-sign-in':
    'This network’s proxy asks for a sign-in that Satchel can use only for reading. Your edits wait ' +
    'here until you are on another network.',
  'cache-rebuilt':
    'This version keeps the local copy in another form, so it is being copied anew. Nothing you typed ' +
    'was lost.',
  'cache-damaged':
    'The local copy was damaged; it was kept aside and is being copied anew. Nothing you typed was lost.',
  'outbox-salvaged':
    'The file with your unsent work was damaged. {{recovered}} of {{total}} items and {{drafts}} ' +
    'drafts were recovered; they are not sent until you allow it. The damaged file is kept at {{file}}.',
  'outbox-cut':
    'Satchel ended while it was saving. {{held}} items were brought back; they are not sent until you ' +
    'allow it.',
  'outbox-older':
    'The file with your unsent work is older than what was sent. {{inDoubt}} items may have been sent ' +
    'already; {{held}} items are not sent until you allow it.',
  'outbox-missing':
    'The file with your unsent work was missing. {{held}} items and {{drafts}} drafts were brought back ' +
    'from the journal and are not sent until you allow it; {{inDoubt}} items may have been sent already.',
  'outbox-copy':
    'The file with your unsent work is a copy. {{held}} items are not sent until you allow it; ' +
    '{{inDoubt}} items may have been sent already.',
  'outbox-lost':
    'The file with your unsent work is missing, and its journal too. The Outbox begins anew. If you ' +
    'have a copy of the folder, put it back.',
  'accounts-rebuilt':
    'The list of your accounts was lost or damaged. Satchel rebuilt it from the account folders; ' +
    'nothing you typed was lost.',
  'accounts-unreadable':
    'The list of your accounts can’t be read, and no account folder names its account. Connect again: ' +
    'your data stays on this computer.',
  'outbox-damaged':
    'The file with your unsent work was damaged. It was kept aside on this computer, and the Outbox ' +
    'begins anew.',
  'code-again':
    'No keychain keeps the key to your unsent work here, so Satchel asks for your recovery code again ' +
    'when it is next opened.',
  'sign-in-not-kept':
    'The keychain did not accept your sign-in. Satchel keeps it until you close the app, and then asks ' +
    'again.',
  'disk-full':
    'The disk is full. Nothing can be saved or sent until there is room. You can go on reading, and ' +
    'Satchel continues by itself.',
  'disk-low':
    'The disk is full. What you type is still saved and sent, in room that Satchel kept for it; copying ' +
    'from the service has stopped. Make room soon.',
  'disk-read-only':
    'The folder with your data can’t be written to. You can read everything; nothing can be saved or sent.',
  'disk-failing':
    'The disk reports errors. Nothing can be saved or sent for now. You can go on reading, and Satchel ' +
    'keeps trying.',
  'outbox-left': 'You went on without your encrypted unsent work. Its file stays on this computer.',
  other: 'Notice: {{code}}',
};
