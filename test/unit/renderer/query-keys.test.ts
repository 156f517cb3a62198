/** The window's query cache: one key for one question, and one type of result for one key. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, queryKeys } from '../../../src/renderer/client/query-keys';

const RENDERER = new URL('../../../src/renderer', import.meta.url).pathname;
const KEY_FILE = join('client', 'query-keys.ts');

const keyOf = (name: string): readonly unknown[] => {
  const make = (queryKeys as unknown as Record<string, (...about: unknown[]) => readonly unknown[]>)[name];
  return make?.({ resource: 'company', id: '1' }, { kinds: [], person: null, text: '' }, []) ?? [];
};

describe('query keys', () => {
  it('name their own question, so that two questions never share one', () => {
    for (const name of Object.keys(queryKeys)) expect(keyOf(name)[1], name).toBe(name);
  });

  it('differ by what they are asked about', () => {
    expect(queryKeys.overlay('company')).not.toEqual(queryKeys.overlay('lead'));
    expect(queryKeys.record('company', '1')).not.toEqual(queryKeys.record('company', '2'));
    expect(queryKeys.lookup('origin')).not.toEqual(queryKeys.lookup('trail_status'));
  });

  it('accept only a read of their own result type', () => {
    const options = async () => [{ id: 'local:1', name: 'Nordlicht' }];
    // @ts-expect-error The overlay's rows are no options of a picker.
    expect(ask(queryKeys.overlay('company'), options).queryKey).toEqual(queryKeys.overlay('company'));
  });

  it('are written in one file alone, with the reads that answer them', () => {
    const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.tsx?$/.test(path),
    );
    expect(sources).toContain(KEY_FILE);
    const offenders = sources.filter(
      (path) =>
        path !== KEY_FILE &&
        /\bquery(?:Key|Fn)\s*:|\bquery(?:Key|Fn)\b\s*[,}]\s*\)/.test(
          readFileSync(join(RENDERER, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
        ),
    );
    expect(offenders).toEqual([]);
  });
});
