/** Error texts, each with the next step. `retry`: the step where Satchel does not try again by itself. */
export const enErrors = {
  fault: {
    form: {
      title: 'This form stopped working',
      next:
        'What you typed is saved as a draft. Try again, or close the form and open the draft from ' +
        '“New…” later. If this happens again, prepare a report for support in Settings.',
    },
    dialog: {
      title: 'This window stopped working',
      next:
        'Nothing was lost. Try again, or close it and continue. If this happens again, prepare a ' +
        'report for support in Settings.',
    },
  },
  offline: {
    title: 'No connection to your CRM',
    next: 'Check the network and the address, then try again.',
  },
  timeout: { title: 'Your CRM took too long to answer', next: 'Try again in a moment.' },
  'captive-portal': {
    title: 'This Wi-Fi needs a sign-in',
    next: 'Open a browser, sign in to the Wi-Fi, then try again.',
  },
  tls: {
    title: 'The connection is not secure',
    next: 'Check the address and this computer’s date; ask your administrator about certificates.',
  },
  'bad-base-url': {
    title: 'That is not an address of a CRM',
    next: 'Enter the full address, beginning with https://.',
  },
  unauthorized: {
    title: 'Your CRM does not accept this sign-in',
    next: 'Check the token or credentials, or sign in again.',
  },
  'invalid-client': {
    title: 'Unknown client ID or secret',
    next: 'Copy both again from your CRM’s API settings.',
  },
  'invalid-grant': { title: 'Wrong e-mail or password', next: 'Check both, then try again.' },
  'invalid-scope': {
    title: 'This client ID lacks a permission',
    next: 'Ask your administrator for access to the modules.',
  },
  forbidden: { title: 'Not permitted', next: 'Ask your administrator for access.' },
  'rate-limited': {
    title: 'Too many requests to your CRM',
    next: 'Satchel will continue automatically.',
    retry: 'Wait a minute, then try again.',
  },
  'server-error': { title: 'Your CRM reports an error', next: 'Try again later; nothing is lost.' },
  'bad-answer': {
    title: 'Unexpected reply from your CRM',
    next: 'Check that the address is the API address and not a website.',
  },
  'not-offered': {
    title: 'Your CRM does not offer that',
    next: 'Satchel checks again every day.',
    retry: 'Check that the address is the API address and not a website.',
  },
  refused: { title: 'Your CRM refused the request', next: 'The details show its message.' },
  'no-account': { title: 'No account is open', next: 'Connect or open the demo first.' },
  'account-mismatch': {
    title: 'This sign-in belongs to another account',
    next: 'Connect it as a new account.',
  },
  'account-unproved': {
    title: 'Satchel can’t tell whose sign-in this is',
    next: 'Your CRM does not show its list of users. Sign in with e-mail and password, or ask for access to users.',
  },
  'other-crm': {
    title: 'The new address does not show your records',
    next: 'Your account stays as it is, and nothing was sent. Check the address with your administrator: a test system or an empty system is not accepted.',
  },
  'same-address': {
    title: 'The account has this address already',
    next: 'Enter the address that your CRM has now.',
  },
  'other-account': {
    title: 'Another account is open now',
    next: 'Open the account that the form belongs to.',
  },
  'not-found': { title: 'Not found', next: 'It may have been deleted in your CRM.' },
  'bad-view': {
    title: 'The list cannot be shown with these filters',
    next: 'Clear the filters or sort by another column.',
  },
  'bad-input': {
    title: 'Something in the form is missing or not valid',
    next: 'Check the fields and try again.',
  },
  'database-from-future': {
    title: 'This data is from a newer Satchel',
    next: 'Update Satchel, then open it again.',
  },
  'database-corrupt': {
    title: 'The local copy is damaged',
    next: 'Satchel downloads it again; your edits are kept.',
  },
  'outbox-corrupt': {
    title: 'The file with your unsent work is damaged',
    next: 'The file is not changed. Send the waiting items, or save a copy of the Outbox.',
  },
  'cache-locked': {
    title: 'Your keychain does not return the key',
    next: 'Unlock the keychain; Satchel tries again by itself.',
  },
  'outbox-locked': {
    title: 'Your keychain does not return the key',
    next: 'Unlock the keychain, or use your recovery code.',
  },
  'no-keychain': {
    title: 'The system keychain is not available',
    next: 'Unlock the keychain and try again; nothing has changed.',
  },
  'code-mistyped': {
    title: 'The code has a typing error',
    next: 'Compare it with your copy.',
  },
  'code-wrong': {
    title: 'Wrong code',
    next: 'Check that it is the latest one of this account.',
  },
  'code-gone': {
    title: 'The recovery file for this code is missing or damaged',
    next: 'Restore it, or the old keychain, from a backup.',
  },
  'code-outdated': {
    title: 'This code can’t be used any more',
    next: 'Make a new code and save it in place of this one.',
  },
  'data-in-use': { title: 'Satchel is already open with this data', next: 'Close the other window first.' },
  'disk-read-only': {
    title: 'The data folder can’t be written to',
    next: 'Make the folder writable. Satchel will continue automatically.',
    retry: 'Make the folder writable, then try again.',
  },
  'disk-full': {
    title: 'The disk is full',
    next: 'Free some space. Satchel will continue automatically.',
    retry: 'Free some space, then try again.',
  },
};
