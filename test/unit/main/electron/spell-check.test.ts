import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { checkSpelling, keepSpellingOff, spellingLanguages } from '../../../../src/main/electron/spell-check';
import { readDesktopChoices } from '../../../../src/shared/contract/desktop-choices';

const sessionDouble = () => {
  const told: unknown[] = [];
  return {
    told,
    session: {
      availableSpellCheckerLanguages: ['fr', 'en-US'],
      setSpellCheckerEnabled: (on: boolean) => void told.push(on),
      setSpellCheckerLanguages: (languages: string[]) => void told.push(languages),
    },
  };
};

it('a session has no languages until the user names some, and gets them before the spell check is on', () => {
  const { told, session } = sessionDouble();
  checkSpelling(session, 'win32', []);
  checkSpelling(session, 'win32', ['tlh']);
  checkSpelling(session, 'linux', ['fr', 'tlh']);
  expect(told).toEqual([[], false, [], false, ['fr'], true]);
  expect(spellingLanguages(session, 'linux')).toEqual(['en-US', 'fr']);
});

it('[SEC1] a session that a library creates, as the updater does, gets no languages in the turn that creates it', () => {
  const { told, session } = sessionDouble();
  const app = new EventEmitter();
  keepSpellingOff(app as never, 'win32');
  app.emit('session-created', session);
  expect(told).toEqual([[], false]);
});

it('spelling is the system’s on macOS', () => {
  const { told, session } = sessionDouble();
  checkSpelling(session, 'darwin', ['fr']);
  expect([told, spellingLanguages(session, 'darwin')]).toEqual([[], []]);
});

it.each([
  [undefined, false, []],
  [null, false, []],
  ['x', false, []],
  [{ tray: 'yes', spelling: 'fr' }, false, []],
  [{ tray: true }, true, []],
  [{ spelling: ['en-GB', '../x'] }, false, []],
  [{ tray: true, spelling: ['en-GB'] }, true, ['en-GB']],
])('stored choices %j are read as safe defaults', (kept, tray, spelling) => {
  expect(readDesktopChoices(kept)).toEqual({ tray, spelling });
});
