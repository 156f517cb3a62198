/** The dialog that reads unsent work that was set aside, with answers that the test gives. */
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import {
  elements,
  fire,
  makePage,
  mount,
  partsIn,
  press,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));

const part = partsIn('features/outbox');
const NOTHING = { ok: true, added: 0, skipped: 0, drafts: 0, unreadable: 0, files: 0, locked: 0 };

const opened = async (answer: (code: string) => object): Promise<string[]> => {
  const codes: string[] = [];
  windowOver({
    outbox: {
      readBack: ({ code }: { code: string }) => {
        codes.push(code);
        return answer(code);
      },
    },
  });
  makePage();
  await mount(createElement(await part('outbox-menu', 'OutboxMenu')));
  press('outbox.copy.readBack');
  await vi.waitFor(() => expect(codes).toEqual(['']));
  await settled();
  return codes;
};
const enter = async (code: string): Promise<void> => {
  fire('protection.locked.label', 'onChange', { currentTarget: { value: code } });
  await settled();
  const form = elements().find(({ onSubmit }) => onSubmit !== undefined);
  (form!.onSubmit as (event: object) => void)({ preventDefault: () => undefined });
  await settled();
};

it('says that nothing was set aside, and asks for no code', async () => {
  await opened(() => NOTHING);
  expect(shownText()).toContain('outbox.copy.readBackNone');
  expect(shownText()).not.toContain('outbox.copy.readBackLocked');
});

it('asks for the recovery code of an encrypted file, and says what the right one brought', async () => {
  const codes = await opened((code) => {
    if (code === 'typo') return { ok: false, code: 'mistyped' };
    return code === 'right' ? { ...NOTHING, added: 2, files: 1 } : { ...NOTHING, locked: 1 };
  });
  expect(shownText()).toContain('outbox.copy.readBackLocked');
  const errorNow = () => elements().findLast(({ label }) => label === 'protection.locked.label')?.error;
  expect(errorNow()).toBeUndefined();
  await enter('typo');
  expect(errorNow()).toBe('protection.locked.mistyped');
  await enter('wrong');
  expect(errorNow()).toBe('outbox.copy.readBackWrong');
  await enter('right');
  expect(codes).toEqual(['', 'typo', 'wrong', 'right']);
  expect(shownText()).toContain('outbox.copy.restored');
});

it('a code that opens one of two files is not called wrong', async () => {
  const codes = await opened((code) => {
    if (code === 'first') return { ...NOTHING, added: 2, files: 1, locked: 1 };
    return code === 'second' ? { ...NOTHING, added: 1, files: 1, locked: 1 } : { ...NOTHING, locked: 2 };
  });
  const errorNow = () => elements().findLast(({ label }) => label === 'protection.locked.label')?.error;
  await enter('first');
  expect(shownText()).toContain('outbox.copy.restored');
  expect(errorNow()).toBeUndefined();
  await enter('second');
  expect(codes).toEqual(['', 'first', 'second']);
  expect(errorNow()).toBeUndefined();
  await enter('wrong');
  expect(errorNow()).toBe('outbox.copy.readBackWrong');
});
