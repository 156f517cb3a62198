/** The frame of a form: what the user has agreed to, its keys, and closing it. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SaveOptions } from '../../../src/renderer/forms/saving/save-form';
import {
  elements,
  makePage,
  mount,
  named,
  type Page,
  partsIn,
  press,
  settled,
  withRecorded,
} from '../../support/renderer/mounted';
import { newForm } from '../../support/renderer/new-form';
import { accountState, windowOver } from '../../support/renderer/window-over';

/** `result` answers each save; without one the form is really saved. */
const saves = vi.hoisted(() => ({ asked: [] as SaveOptions[], result: {} as never }));
vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/forms/saving/save-form'), async (original) => {
  const real = await original();
  return {
    ...real,
    saveForm: (form, options) => {
      saves.asked.push({ ...options });
      return saves.result === undefined ? real.saveForm(form, options) : Promise.resolve(saves.result);
    },
  };
});

const OVER = {
  kind: 'over-ordered',
  lines: [{ ref: '1', product: 'Pump', ordered: '1', before: '0', now: '2' }],
};

let saveDraft: () => unknown;
let submitted: unknown[];
let page: Page;
beforeEach(() => {
  saves.asked.length = 0;
  saves.result = { kind: 'issues' } as never;
  saveDraft = () => ({ id: 'draft:1', updatedAt: 1 });
  submitted = [];
  windowOver({
    records: {
      page: () => ({ rows: [], total: 0, revision: 0 }),
      get: () => null,
      related: () => [],
      lookup: () => [],
      search: () => [],
      columns: () => [],
    },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    accounts: { state: () => accountState() },
    sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
    outbox: {
      saveDraft: () => saveDraft(),
      drafts: () => [],
      list: () => [],
      possibleDuplicates: () => [],
      submit: (command: never) => {
        submitted.push(command);
        return { ok: true, id: 'i1', outcome: 'new' };
      },
    },
  });
  page = makePage();
});

const open = async () => {
  const onClosed = vi.fn<() => void>();
  const form = newForm('outboundInvoice', { fields: { serial_id: 'CK1' }, children: [], names: {} });
  await mount(createElement(await partsIn('forms/sheet')('form-sheet', 'FormSheet'), { form, onClosed }));
  return onClosed;
};
const type = async (from: string, to: string): Promise<void> => {
  const field = elements().find(({ value, onChange }) => value === from && onChange !== undefined);
  (field as { onChange: (event: object) => void }).onChange({ currentTarget: { value: to } });
  await settled();
};
const save = async (): Promise<void> => {
  page.happen('keydown', { key: 'Enter', ctrlKey: true });
  await settled();
};

it('asks again before more is invoiced than was ordered if the invoice was changed since the answer', async () => {
  await open();
  saves.result = OVER as never;
  await save();
  saves.result = { kind: 'issues' } as never;
  press('form.overOrdered.save');
  await settled();
  // The answer holds for the next save too, if only another field has to be fixed.
  await save();
  expect(saves.asked.map(({ confirmed = false }) => confirmed)).toEqual([false, true, true]);
  await type('CK1', 'CK2');
  expect(named('form.overOrdered.save')).toEqual([]);
  await save();
  expect(saves.asked.at(-1)?.confirmed).toBe(false);
});

it('saves once if the key is pressed twice at once', async () => {
  saves.result = undefined as never;
  const fields = { amount: '1250.50', currency: 'USD' };
  const onClosed = vi.fn<() => void>();
  const form = newForm('receipt', { fields, children: [], names: {} });
  await mount(createElement(await partsIn('forms/sheet')('form-sheet', 'FormSheet'), { form, onClosed }));
  for (let press = 0; press < 2; press += 1) page.happen('keydown', { key: 'Enter', ctrlKey: true });
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalled());
  await settled();
  expect(submitted).toHaveLength(1);
});

it('Enter in an input method accepts a word, and saves nothing', async () => {
  await open();
  page.happen('keydown', { key: 'Enter', ctrlKey: true, keyCode: 229 });
  page.happen('keydown', { key: 'Enter', ctrlKey: true, isComposing: true });
  await settled();
  expect(saves.asked).toEqual([]);
  await save();
  expect(saves.asked).toHaveLength(1);
});

it('stays open while its draft cannot be written, so that nothing typed is lost', async () => {
  const onClosed = await open();
  saveDraft = () => {
    throw new Error('the disk is full');
  };
  await type('CK1', 'CK2');
  press('form.later');
  await settled();
  expect(onClosed).not.toHaveBeenCalled();
  saveDraft = () => ({ id: 'draft:1', updatedAt: 2 });
  press('form.later');
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
});
