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
    'Your unsent work is not encrypted. You can encrypt it with a recovery code. If the keychain is ' +
    'lost, the code opens it.',
  noKeyringNote:
    'Unsent work cannot be encrypted on this computer, because it has no keychain. You would have to ' +
    'type a code every time you open Satchel.',
  encryptedNote:
    'Your unsent work is encrypted. If the keychain is lost, your recovery code opens it. A copy of ' +
    'the Outbox that you save yourself is not encrypted.',
  noCode:
    'Your unsent work has no recovery code now. If the keychain is lost, your unsent work is lost ' +
    'too. Make a new code now.',
  plainCopies_one: 'One older copy of the Outbox could not be encrypted and is still readable on this disk.',
  plainCopies_other:
    '{{count}} older copies of the Outbox could not be encrypted and are still readable on this disk.',
  code: {
    title: 'Your recovery code',
    newTitle: 'Your new recovery code',
    preparing: 'Making a code…',
    text:
      'This code opens your unsent work if this computer’s keychain is lost. Satchel shows it only ' +
      'once, and nobody can recover it for you.',
    newText: 'After you confirm this code, the old one no longer works.',
    keep:
      'Keep it away from this computer: on paper, or in a password manager on your phone. Anyone with' +
      ' both the computer and the code can read your unsent work.',
    copy: 'Copy',
    save: 'Save',
    print: 'Print',
    kept: 'I saved it',
    label: 'Recovery code',
  },
  check: {
    title: 'Confirm your copy',
    text: 'Type two groups of the code from your copy.',
    group: 'Group {{n}}',
    wrong: 'This does not match your code. Compare it letter by letter.',
    back: 'Show the code again',
    renew: 'Make a new code',
    encrypt: 'Encrypt',
    encrypting: 'Encrypting…',
    confirm: 'Use this code',
    confirming: 'Saving…',
  },
  stop: {
    title: 'Stop encrypting unsent work?',
    text:
      'Your unsent work will be stored unencrypted on this computer, and your recovery code will no ' +
      'longer be needed.',
    go: 'Stop encrypting',
    going: 'Decrypting…',
  },
  sheet: {
    title: 'Satchel recovery code',
    account: 'Account',
    service: 'CRM address',
    made: 'Made on',
    use: 'If Satchel asks for your recovery code, type this code. It opens your unsent work.',
    safe: 'Keep this sheet away from the computer. Upper or lower case, spaces and dashes do not matter.',
    file: 'satchel-recovery-code',
  },
  locked: {
    waiting: {
      title: 'Waiting for your keychain',
      text:
        'Your unsent work in {{name}} is encrypted, and your system’s keychain, which has the key, ' +
        'does not respond. Unlock the keychain, or sign in to your computer again. If that does not ' +
        'help, close Satchel and open it again.',
    },
    undecryptable: {
      title: 'Your keychain cannot open the key',
      text:
        'Your unsent work in {{name}} is encrypted, and your system’s keychain cannot open its key. ' +
        'This happens after a move to another computer or a reset of the keychain.',
    },
    'no-keyring': {
      title: 'There is no keychain in this session',
      text: 'Your unsent work in {{name}} is encrypted with a keychain that this session does not have.',
    },
    missing: {
      title: 'The key to your unsent work is missing',
      text: 'Your unsent work in {{name}} is encrypted, and the file with its key is missing.',
    },
    enter: 'Type your recovery code to open your work.',
    noCode: 'The recovery file for your code is missing too. Restore it, or the old keychain, from a backup.',
    safe: 'Nothing is lost: your unsent work is encrypted on this computer.',
    label: 'Recovery code',
    open: 'Open',
    opening: 'Opening…',
    useCode: 'Use the recovery code',
    wrong: 'Wrong code. Use the latest code of this account. You can try as often as you like.',
    mistyped: 'The code has a typing error. Compare it with your copy: seven groups of four.',
    leave: 'Continue without it',
    leaveTitle: 'Continue without your unsent work?',
    leaveText:
      'Do this only if you have neither the old keychain nor the recovery code. Satchel starts with ' +
      'an empty Outbox. Your unsent work stays encrypted in a file on this computer. If you find the ' +
      'recovery code later, “More” in the Outbox can read it.',
    leaveGo: 'Continue without it',
  },
};
