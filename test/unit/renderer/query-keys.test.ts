/** The window's query cache: each query has one key, and each key has one type of result. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ask, ofAnAccount, queryKeys } from '../../../src/renderer/client/query-keys';

const RENDERER = fileURLToPath(new URL('../../../src/renderer', import.meta.url));
const KEY_FILE = join('client', 'query-keys.ts');

const keyOf = (name: string): readonly unknown[] => {
  const make = (queryKeys as unknown as Record<string, (...about: unknown[]) => readonly unknown[]>)[name];
  return make?.({ resource: 'company', id: '1' }, { kinds: [], person: null, text: '' }, []) ?? [];
};

it('only queries without account data survive a change of account', () => {
  const queries = new QueryClient();
  const keys: readonly QueryKey[] = [
    queryKeys.appState(),
    queryKeys.shellFeatures(),
    queryKeys.record('company', '1'),
  ];
  for (const queryKey of keys) queries.setQueryData(queryKey, 'held');
  queries.removeQueries(ofAnAccount());
  expect(keys.map((queryKey) => queries.getQueryData(queryKey))).toEqual(['held', 'held', undefined]);
});

describe('query keys', () => {
  it('name their own query, so that two queries never share one', () => {
    for (const name of Object.keys(queryKeys)) expect(keyOf(name)[1], name).toBe(name);
  });

  it('differ by their parameters', () => {
    expect(queryKeys.intent('1')).not.toEqual(queryKeys.intent('2'));
    expect(queryKeys.record('company', '1')).not.toEqual(queryKeys.record('company', '2'));
    expect(queryKeys.lookup('origin')).not.toEqual(queryKeys.lookup('trail_status'));
  });

  it('accept only a read with their result type', () => {
    const options = async () => [{ id: 'local:1', name: 'Nordlicht' }];
    // @ts-expect-error Drafts are no options of a picker.
    expect(ask(queryKeys.drafts(), options).queryKey).toEqual(queryKeys.drafts());
  });

  it('are written in one file only', () => {
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
