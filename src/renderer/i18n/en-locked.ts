/** Texts for an account whose encrypted copy waits for its key. */
export const enLocked = {
  waiting: {
    title: 'Waiting for your keychain',
    text:
      'The copy of {{name}} on this computer is encrypted, and your system’s keychain, which has the ' +
      'key, does not respond. Unlock the keychain, or sign in to your computer again. If that does ' +
      'not help, close Satchel and open it again.',
  },
  undecryptable: {
    title: 'Your keychain cannot open the key',
    text:
      'The copy of {{name}} on this computer is encrypted, and your system’s keychain cannot open its' +
      ' key. This happens after a move to another computer or a reset of the keychain. Restore the ' +
      'old keychain if you can. Otherwise make a new copy.',
  },
  'no-keyring': {
    title: 'There is no keychain in this session',
    text:
      'The copy of {{name}} on this computer is encrypted with a keychain that this session does not ' +
      'have. Sign in to the desktop you used before. If the keychain is available now, close Satchel ' +
      'and open it again. Otherwise make a new copy.',
  },
  missing: {
    title: 'The key to your copy is missing',
    text:
      'The copy of {{name}} on this computer is encrypted, and the file with its key is missing, or ' +
      'the copy is damaged. Restore the file from a backup, or make a new copy.',
  },
  safe:
    'Nothing is lost. Unsent changes are kept on this computer and ' +
    'will be sent when the account is open.',
  thisAccount: 'your account',
  asking: 'Asking the keychain…',
  byItself: 'Satchel keeps trying.',
  other: 'Use another account',
  start: 'Go to the start page',
  renew: 'Make a new copy',
  renewTitle: 'Make a new copy?',
  renewText:
    'Satchel downloads everything again, which needs a connection, and encrypts it with a new key. ' +
    'The old copy is kept until the new one is complete. Unsent edits are not changed.',
  renewPlain:
    'Satchel downloads everything again, which needs a connection. Without a keychain the new copy is' +
    ' not encrypted. The old copy is kept until the new one is complete. Unsent edits are not ' +
    'changed.',
};
