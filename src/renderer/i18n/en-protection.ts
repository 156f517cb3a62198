/** Texts about encrypting unsent work: the settings, the recovery code, and the screen that asks for it. */
export const enProtection = {
  title: 'Protection on this computer',
  copy: 'Local copy',
  outbox: 'Unsent work',
  on: 'Encrypted',
  off: 'Not encrypted',
  turnOn: 'Encrypt…',
  newCode: 'New recovery code…',
  turnOff: 'Stop encrypting…',
  plainNote:
    'What you have not sent yet is not encrypted. You can encrypt it too, with a recovery code that ' +
    'you keep: should the keychain be lost, the code opens it.',
  noKeyringNote:
    'Unsent work cannot be encrypted here either: without a keychain you would have to type a code ' +
    'each time you open Satchel.',
  encryptedNote:
    'Unsent work is encrypted too, and your recovery code opens it should the keychain be lost. A copy ' +
    'of the Outbox that you save yourself is not encrypted.',
  noCode:
    'No recovery code opens your unsent work any more: if the keychain is lost, what you have not sent ' +
    'is lost with it. Make a new code now.',
  plainCopies_one:
    'One damaged older copy of the Outbox could not be encrypted and is still readable on this disk.',
  plainCopies_other:
    '{{count}} damaged older copies of the Outbox could not be encrypted and are still readable on ' +
    'this disk.',
  code: {
    title: 'Your recovery code',
    newTitle: 'Your new recovery code',
    preparing: 'Making a code…',
    text:
      'With this code your unsent work opens even if this computer’s keychain is lost. Nobody can make ' +
      'it again for you, and Satchel shows it only now.',
    newText: 'Once you have confirmed this code, the old one opens nothing any more.',
    keep:
      'Keep it away from this computer: on paper, or in a password manager on your phone. Whoever has ' +
      'both the computer and the code can read your unsent work.',
    copy: 'Copy',
    save: 'Save',
    print: 'Print',
    saved: 'Saved as {{name}}',
    kept: 'I have kept it',
    label: 'Recovery code',
  },
  check: {
    title: 'Confirm your copy',
    text: 'Take what you have just kept, and type two groups of the code from there.',
    group: 'Group {{n}}',
    wrong: 'That is not what your code says. Look at it again, letter by letter.',
    back: 'Show the code again',
    encrypt: 'Encrypt',
    encrypting: 'Encrypting…',
    confirm: 'Use this code',
    confirming: 'Saving…',
  },
  stop: {
    title: 'Stop encrypting unsent work?',
    text:
      'What you have not sent then lies readable on this computer, as it did before, and your recovery ' +
      'code is of no more use.',
    go: 'Stop encrypting',
    going: 'Decrypting…',
  },
  sheet: {
    title: 'Satchel recovery code',
    account: 'Account',
    service: 'Service',
    made: 'Made on',
    use:
      'If Satchel ever says that your keychain does not know the key, type this code there. It opens ' +
      'what you had not sent yet.',
    safe:
      'Keep this sheet away from the computer. Capital and small letters, blanks and dashes make no ' +
      'difference.',
    file: 'satchel-recovery-code',
  },
  locked: {
    waiting: {
      title: 'Waiting for your keychain',
      text:
        'Your unsent work in {{name}} is encrypted, and your system’s keychain, which holds its key, ' +
        'does not answer. It may be locked: unlock it, or sign in to your computer again. If nothing ' +
        'changes, close Satchel and open it again.',
    },
    undecryptable: {
      title: 'Your keychain does not know the key',
      text:
        'Your unsent work in {{name}} is encrypted, and your system’s keychain cannot open its key. That ' +
        'happens after moving to another computer or resetting the keychain.',
    },
    'no-keyring': {
      title: 'There is no keychain in this session',
      text: 'Your unsent work in {{name}} is encrypted with a keychain that this session does not have.',
    },
    missing: {
      title: 'The key to your unsent work is missing',
      text: 'Your unsent work in {{name}} is encrypted, and the file with its key is gone.',
    },
    enter: 'Type your recovery code, and your work opens again.',
    noCode:
      'The file that belongs to your recovery code is gone too. Put it back from a backup, or bring ' +
      'the old keychain back.',
    safe: 'Nothing is lost: what you have not sent yet lies encrypted on this computer.',
    label: 'Recovery code',
    open: 'Open',
    opening: 'Opening…',
    useCode: 'Use the recovery code',
    wrong:
      'This code does not open it. Is it the code of this account, and the latest one? Try as often as ' +
      'you like.',
    mistyped: 'The code has a typing error. Compare it with your copy: seven groups of four.',
    leave: 'Go on without it',
    leaveTitle: 'Go on without your unsent work?',
    leaveText:
      'Do this only if you have neither the old keychain nor the recovery code. Satchel begins with an ' +
      'empty Outbox. What you had not sent stays in a file on this computer, encrypted, but Satchel ' +
      'does not read it any more.',
    leaveGo: 'Go on without it',
  },
};
