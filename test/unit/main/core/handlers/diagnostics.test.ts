import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { pathInData } from '#core/handlers/diagnostics';

it.each([
  String.raw`C:\Users\Żaneta Ö\AppData\Local\Satchel\data`,
  String.raw`\\files\home$\王芳\Satchel`,
  String.raw`\\?\D:\${'very long '.repeat(40)}name\Satchel.`,
])('the folder of the account is written as Windows does: %s', (folder) => {
  expect(pathInData(folder, 'accounts/a1')).toBe(win32.join(folder, 'accounts/a1'));
});

it.each(['/home/mia/.config/Satchel/data', '/Volumes/Daten \\ alt/王芳'])(
  'the folder of the account is written as other systems do: %s',
  (folder) => {
    expect(pathInData(folder, 'accounts/a1')).toBe(posix.join(folder, 'accounts/a1'));
  },
);
