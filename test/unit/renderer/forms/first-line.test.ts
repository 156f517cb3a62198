/** Enter, Tab and saving take the first line of a picker's list, so it has to be the best match. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bestFirst } from '../../../../src/renderer/forms/fields/best-first';

const FORMS = join(import.meta.dirname, '../../../../src/renderer/forms');

it('a typed order number takes that order, not a newer one whose number begins with it', () => {
  const options = ['SO-105 · Lamps', 'SO-10 · Chairs'].map((label, at) => ({ value: String(at), label }));
  expect(bestFirst({ options, search: 'so-10' })[0]).toBe(options[1]);
  expect(bestFirst({ options, search: 'so-10', limit: 1 })).toEqual([options[1]]);
  expect(bestFirst({ options, search: '', limit: 1 })).toEqual([options[0]]);
});

it('each picker that takes its first line says which one that is', () => {
  const sources = readdirSync(FORMS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(join(FORMS, name), 'utf8') }));
  const pickers = sources.flatMap(({ name, text }) =>
    text
      .split(/<(?:Multi)?Select$/m)
      .slice(1)
      .filter((part) => /^\s*selectFirstOptionOnChange/m.test(part.split('/>')[0] ?? ''))
      .map((part) => ({ name, hasFilter: /^\s*filter=/m.test(part.split('/>')[0] ?? '') })),
  );
  expect(pickers.length).toBeGreaterThan(4);
  expect(pickers.filter(({ hasFilter }) => !hasFilter)).toEqual([]);
});
