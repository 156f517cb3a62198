/** Texts of notices above every screen, shown until they are dismissed or no longer true. */
export const enNotice = {
  'core-restarted': 'Satchel’s data service stopped and was restarted. Everything you saved is still here.',
  'proxy-sign-in':
    'This network’s proxy needs a sign-in that Satchel supports only for downloads. Your changes will' +
    ' send when you are on another network.',
  'cache-rebuilt':
    'This version of Satchel needs a new local copy, so your records are being downloaded again. ' +
    'Nothing you typed was lost.',
  'cache-damaged':
    'The local copy was damaged. Satchel kept the old file and downloads your records again when you are online ' +
    'and signed in. Nothing you typed was lost.',
  'cache-damaged-offline':
    'Part of the local copy is damaged. You can keep working with the rest. Satchel downloads your ' +
    'records again when you are online and signed in. Nothing you typed was lost.',
  'cache-damaged-again':
    'The new local copy is damaged too. The disk may be failing. You can keep working with the rest. Satchel ' +
    'downloads your records again at the next start. Nothing you typed was lost.',
  'demo-renewed':
    'The data of the demo was damaged. Satchel kept the old file and started the demo afresh, without what you had ' +
    'sent in it.',
  'account-not-opened':
    'The account “{{name}}” could not be opened. {{reason}} Its data stays on this computer. To try again, ' +
    'choose “Open”.',
  'outbox-salvaged':
    'The file with your unsent work was damaged. Recovered items: {{recovered}} of {{total}}. Recovered drafts: ' +
    '{{drafts}}. What was not sent yet waits until you allow sending. The damaged file is kept at {{file}}.',
  finished:
    'Already delivered or discarded, and no longer listed here: {{finished}}. Your CRM keeps what was ' +
    'delivered.',
  lost:
    'Entries of the backup file that can’t be read: {{lost}}. Items and drafts may be missing or lack their last ' +
    'change. Check the Outbox before you allow sending.',
  'outbox-cut':
    'Satchel was closed while it was saving. Restored items: {{held}}. They wait until you allow sending.',
  'outbox-older':
    'The file with your unsent work is an older version. Items that may have been sent already: {{inDoubt}}. ' +
    'Items that wait until you allow sending: {{held}}.',
  'outbox-missing':
    'The file with your unsent work was missing. Restored items that wait until you allow sending: {{held}}. ' +
    'Restored drafts: {{drafts}}. Items that may have been sent already: {{inDoubt}}.',
  'outbox-copy':
    'The file with your unsent work is a copy. Items that wait until you allow sending: {{held}}. Items that may ' +
    'have been sent already: {{inDoubt}}.',
  'outbox-lost':
    'The file with your unsent work and its backup are missing, so the Outbox started empty. If you have ' +
    'a backup of the folder, restore it.',
  'outbox-unchecked':
    'Satchel ended unexpectedly, and afterwards two files of your unsent work were missing or damaged. Your last ' +
    'changes may be missing: compare the Outbox with what you entered last.',
  'accounts-rebuilt':
    'The list of your accounts was lost or damaged. Satchel rebuilt it from the account folders; ' +
    'nothing you typed was lost.',
  'accounts-unreadable':
    'The list of your accounts can’t be read or rebuilt. If you have a backup of the data folder, close Satchel and ' +
    'restore the file accounts.json from it. Otherwise connect your CRM as a new account: what the old one had not sent ' +
    'stays on this computer, but Satchel does not send it.',
  'outbox-damaged':
    'The file with your unsent work was damaged. It is kept on this computer, and the Outbox started ' +
    'empty. If it had another recovery code, “More” in the Outbox can read it.',
  'code-again':
    'Satchel could not store the key of your unsent work in the keychain. It will ask for your ' +
    'recovery code again at the next start.',
  'sign-in-not-kept': 'The keychain did not store your sign-in. You stay signed in until you close Satchel.',
  'copy-not-removed':
    'You are signed out of {{name}}, but its local copy could not be removed from this computer. Close ' +
    'programs that may use it. Then choose “Remove…” beside the account in the list of accounts.',
  'disk-full':
    'The disk is full. Nothing can be saved or sent until you free some space. You can still read. ' +
    'Satchel will then continue automatically.',
  'disk-low':
    'The disk is full. Your changes are still saved and sent, in reserved space. Downloads have ' +
    'stopped. Free some space soon.',
  'disk-read-only':
    'The folder with your data can’t be written to. You can read everything; nothing can be saved or sent.',
  'disk-failing':
    'The disk reports errors. Nothing can be saved or sent now. You can still read. Satchel keeps ' +
    'trying.',
  'outbox-left':
    'You continued without your encrypted unsent work. Its file stays on this computer. With its recovery code, ' +
    '“More” in the Outbox can read it.',
  other: 'Notice: {{code}}',
};
