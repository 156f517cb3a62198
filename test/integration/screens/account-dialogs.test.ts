/** Dialogs with the form of a sign-in, with answers that the test gives. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  partsIn,
  press,
  settled,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, type Procedures, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));

const part = partsIn('features/first-run');
const account = { id: 'a', name: 'Nord', baseUrl: 'https://crm.example', demo: false };

let accounts: Procedures = {};
beforeEach(() => {
  accounts = {};
  windowOver({
    accounts: {
      state: () => accountState({ account, suggestedBaseUrl: null }),
      test: (asked: never) => (accounts.test as (asked: never) => unknown)(asked),
      move: (asked: never) => (accounts.move as (asked: never) => unknown)(asked),
    },
  });
  makePage();
  vi.stubGlobal('requestAnimationFrame', () => 0);
});

/** Escape and the close button of a dialog call the same function. */
const pressEscape = async (): Promise<void> => {
  const dialog = elements().find(({ opened, onClose }) => opened === true && onClose !== undefined);
  (dialog!.onClose as () => void)();
  await settled();
};
const type = async (label: string, value: string): Promise<void> => {
  const event = { currentTarget: { value } };
  fire(label, 'onChange', event);
  for (const { onInput } of elements()) (onInput as ((event: object) => void) | undefined)?.(event);
  await settled();
};
const submit = async (): Promise<void> => {
  const form = elements().find(({ onSubmit }) => onSubmit !== undefined);
  (form!.onSubmit as (event: object) => void)({ preventDefault: () => undefined });
  await settled();
};
const fillSecrets = async (): Promise<void> => {
  const { clientId, clientSecret, username, password } = en.firstRun;
  for (const label of [username, password, clientId, clientSecret]) await type(label, 'mia@nord.example');
};

const openMove = async (onClose = (): void => undefined): Promise<void> => {
  const move = { account, settings: {}, onClose };
  await mount(createElement(await part('move-form', 'MoveDialog'), move), en);
};
const openAdd = async (onClose = (): void => undefined): Promise<void> => {
  await mount(createElement(await part('add-account', 'AddAccount'), { onClose }), en);
  await vi.waitFor(() => expect(named(en.firstRun.baseUrl)).not.toEqual([]));
};

it.each([
  ['a new account', openAdd, en.firstRun.baseUrl],
  ['a new address', openMove, en.firstRun.move.address],
])('Escape in the form of %s asks before it drops what is typed', async (_, open, address) => {
  const onClose = vi.fn<() => void>();
  await open(onClose);
  await type(address, 'https://nord.example');
  await pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  press(en.firstRun.leave.keep);
  await settled();
  expect(named(en.firstRun.leave.text)).toEqual([]);
  expect(named(address)[0]).toMatchObject({ value: 'https://nord.example' });
  // Escape at the question is "Keep typing".
  await pressEscape();
  await pressEscape();
  expect([named(en.firstRun.leave.text), onClose.mock.calls]).toEqual([[], []]);
  await pressEscape();
  press(en.firstRun.leave.discard);
  expect(onClose).toHaveBeenCalledOnce();
});

it('Escape in a form in which nothing is typed closes it', async () => {
  const onClose = vi.fn<() => void>();
  await openAdd(onClose);
  await pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

it('a failure is announced as soon as its note is shown', async () => {
  accounts.test = () => ({ ok: false, error: { code: 'timeout' } });
  await openAdd();
  await type(en.firstRun.baseUrl, 'https://nord.example');
  await fillSecrets();
  await submit();
  const { title, next } = en.errors.timeout;
  await vi.waitFor(() => expect(named(title)).not.toEqual([]));
  // A text that a region with the role "status" has from the beginning is not announced by every screen reader.
  expect(named(`${title}${next}`)[0]).toMatchObject({ role: 'alert' });
});

it.each([
  ['a new account', openAdd, en.firstRun.baseUrl],
  ['a new address', openMove, en.firstRun.move.address],
])('the field of a refused address has the message as its description: %s', async (_, open, address) => {
  const refused = () => ({ ok: false, error: { code: 'bad-base-url' } });
  accounts.test = refused;
  accounts.move = refused;
  await open();
  await type(address, 'ftp://nord.example');
  await fillSecrets();
  await submit();
  const { title, next } = en.errors['bad-base-url'];
  await vi.waitFor(() => expect(named(address)[0]).toMatchObject({ error: `${title}. ${next}` }));
  // The message is not shown twice.
  expect(named(title)).toEqual([]);
  await type(address, 'https://nord.example');
  expect(named(address)[0]).toMatchObject({ error: false });
});

it('the comparison with a refused address is part of the note that is scrolled into view', async () => {
  accounts.move = () => ({
    ok: false,
    error: { code: 'other-crm' },
    compared: [{ resource: 'order', asked: 20, equal: 3 }],
  });
  await openMove();
  await type(en.firstRun.move.address, 'https://nord.example');
  await fillSecrets();
  await submit();
  const { title, next } = en.errors['other-crm'];
  await vi.waitFor(() => expect(named(title)).not.toEqual([]));
  const { compared } = en.firstRun.move;
  // The whole note is scrolled into view.
  expect(named(`${title}${next}${compared} Orders: 3 of 20 the same.`)[0]).toMatchObject({ role: 'alert' });
});
