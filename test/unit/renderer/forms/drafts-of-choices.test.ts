/** A draft with several choices of a custom field, opened while the CRM's list of fields is not on this computer. */
import { expect, it, vi } from 'vitest';
import { openSession } from '../../../../src/renderer/forms/opening/open-session';
import { readStored, storedForm } from '../../../../src/renderer/forms/opening/stored-form';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import { NO_VALUES } from '../../../../src/renderer/forms/values/form-values';
import { windowOver } from '../../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

it('sends them as a list; a text with several lines stays one text', async () => {
  const values = { ...NO_VALUES, fields: { name: 'Nord' }, custom: { 9: 'a\nb', 8: 'long\ntext' } };
  const form = storedForm({ values, start: NO_VALUES, lists: ['9', '7'] });
  expect(form.lists).toEqual(['9']);
  const draft = { id: 'd', kind: 'company', target: null, intentId: null, base: null, updatedAt: 1, form };
  windowOver({ outbox: { drafts: () => [draft] }, records: { lookup: () => [] } });
  const opened = await openSession({ kind: 'company', mode: 'new', draftId: 'd', about: null } as never, {
    selfUserId: null,
    now: '2026-11-22 10:00:00',
  });
  if (!opened.ok) throw new Error(opened.why);
  const { command } = buildCommand(opened.form);
  expect(command.custom).toEqual({ 9: ['a', 'b'], 8: 'long\ntext' });
});

it('sends them as a list if the CRM lists the field without its options now; as text if it is a text field now', async () => {
  const values = { ...NO_VALUES, fields: { name: 'Nord' }, custom: { 9: 'a\nb', 8: 'long\ntext' } };
  const stored = storedForm({ values, start: NO_VALUES, lists: ['9', '8'] });
  const draft = {
    id: 'd',
    kind: 'company',
    target: null,
    intentId: null,
    base: null,
    updatedAt: 1,
    form: stored,
  };
  const listed = (id: string, type: number) => ({
    id,
    name: id,
    raw: { id, name: id, base: 0, field_type: type, ext_info: [] },
  });
  windowOver({
    outbox: { drafts: () => [draft] },
    records: { lookup: () => [listed('9', 7), listed('8', 2)] },
  });
  const opened = await openSession({ kind: 'company', mode: 'new', draftId: 'd', about: null } as never, {
    selfUserId: null,
    now: '2026-11-22 10:00:00',
  });
  if (!opened.ok) throw new Error(opened.why);
  expect(buildCommand(opened.form).command.custom).toEqual({ 9: ['a', 'b'], 8: 'long\ntext' });
});

const context = { selfUserId: null, now: '2026-11-22 10:00:00' };
const item = (more: object) => ({
  id: 'local:one',
  kind: 'company',
  version: 1,
  frozen: false,
  reason: null,
  base: null,
  realId: null,
  command: { kind: 'company', schema: 1, target: null, fields: { name: 'Nord' }, children: [] },
  ...more,
});
const typed = { ...NO_VALUES, fields: { name: 'Nord' }, custom: { 9: 'a\nb', 8: 'long\ntext' } };
const form = storedForm({
  values: typed,
  start: { ...NO_VALUES, fields: { name: 'Nord' } },
  lists: ['9'],
});

it('sends them as a list after the item that the draft was written beside is refused', async () => {
  const draft = {
    id: 'd',
    kind: 'company',
    target: 'local:one',
    intentId: null,
    base: null,
    updatedAt: 1,
    form,
  };
  windowOver({
    outbox: {
      drafts: () => [draft],
      get: () => ({ intent: item({ state: 'rejected' }) }),
      editBase: () => null,
    },
    records: { lookup: () => [] },
  });
  const opened = await openSession(
    { kind: 'company', mode: 'intent', intentId: 'local:one' } as never,
    context,
  );
  if (!opened.ok) throw new Error(opened.why);
  expect(opened.form.restored).toBe(true);
  expect(buildCommand(opened.form).command.custom).toEqual({ 9: ['a', 'b'], 8: 'long\ntext' });
});

it('sends them as a list after the new record that the draft was written in is delivered', async () => {
  const draft = {
    id: 'd',
    kind: 'company',
    target: null,
    intentId: 'local:one',
    base: null,
    updatedAt: 1,
    form,
  };
  windowOver({
    outbox: {
      drafts: () => [draft],
      get: () => ({ intent: item({ state: 'applied', realId: '5' }) }),
      editBase: () => ({
        base: { fields: { name: 'Nord' }, children: [] },
        current: { fields: { name: 'Nord' }, children: [], custom: {} },
        hasChildren: true,
        pending: [],
      }),
    },
    records: { lookup: () => [], get: () => null },
  });
  const opened = await openSession(
    { kind: 'company', mode: 'new', draftId: 'd', about: null } as never,
    context,
  );
  if (!opened.ok) throw new Error(opened.why);
  expect(opened.form.target).toBe('5');
  expect(buildCommand(opened.form).command.custom).toEqual({ 9: ['a', 'b'], 8: 'long\ntext' });
});

it.each(['item-lost', 'children-lost'] as const)(
  'a draft keeps the warning “%s”, and no other',
  (caution) => {
    const kept = storedForm({ values: NO_VALUES, start: NO_VALUES, caution });
    expect(readStored(JSON.parse(JSON.stringify(kept))).caution).toBe(caution);
    const passing = storedForm({ values: NO_VALUES, start: NO_VALUES, caution: 'delivered' });
    expect(readStored(passing).caution).toBeUndefined();
  },
);
