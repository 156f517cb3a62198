/** Texts for an account whose encrypted copy waits for its key. */
export const enLocked = {
  waiting: {
    title: 'Waiting for your keychain',
    text:
      'The copy of {{name}} on this computer is encrypted, and your system’s keychain, which holds its ' +
      'key, does not answer. It may be locked: unlock it, or sign in to your computer again. If nothing ' +
      'changes, close Satchel and open it again.',
  },
  undecryptable: {
    title: 'Your keychain does not know the key',
    text:
      'The copy of {{name}} on this computer is encrypted, and your system’s keychain cannot open its ' +
      'key. That happens after moving to another computer or resetting the keychain. If you can bring ' +
      'the old keychain back, do that. Otherwise make a new copy.',
  },
  'no-keyring': {
    title: 'There is no keychain in this session',
    text:
      'The copy of {{name}} on this computer is encrypted with a keychain that this session does not ' +
      'have. Sign in to the desktop you used before, or, if the keychain is there now, close Satchel and ' +
      'open it again. Otherwise make a new copy.',
  },
  missing: {
    title: 'The key to your copy is missing',
    text:
      'The copy of {{name}} on this computer is encrypted, and the file with its key is gone, or the ' +
      'copy is damaged. Put the file back from a backup if you have one, or make a new copy.',
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
    'Satchel copies everything from your service again, which needs a connection, and encrypts it with ' +
    'a new key. The copy that does not open is kept until the new one is complete. Unsent edits stay ' +
    'as they are.',
  renewPlain:
    'Satchel copies everything from your service again, which needs a connection. Without a keychain ' +
    'the new copy is not encrypted. The copy that does not open is kept until the new one is complete. ' +
    'Unsent edits stay as they are.',
};
