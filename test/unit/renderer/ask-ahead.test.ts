/** What the window requests before its first screen is rendered. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { askAhead, knowsTooLittle, readLists } from '../../../src/renderer/client/queries';
import { queryKeys } from '../../../src/renderer/client/query-keys';
import { TRAIL_PUSH_PATH } from '../../../src/shared/http-api/screen-paths';
import { windowOver } from '../../support/renderer/window-over';

/** A page whose core answers the state last. */
const page = (state: () => unknown) => {
  const asked: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const note = (name: string, result: unknown) => () => (asked.push(name), result);
  windowOver({
    accounts: { state: () => answered.then(state) },
    records: { columns: note('columns', [{ key: 'no' }]), page: note('everyone', { rows: [] }) },
    diagnostics: { get: note('diagnostics', { serverOffsetMs: 0, offers: [] }) },
  });
  const queries = new QueryClient();
  const held = (): string[] =>
    [queryKeys.columns('order'), queryKeys.everyone(), queryKeys.diagnostics(), queryKeys.appState()]
      .filter((key) => queries.getQueryData(key as readonly unknown[]) !== undefined)
      .map(([, name]) => String(name));
  return { queries, asked, held, answer };
};

it('asks for the columns of the first list, the people and the diagnostics beside the state of the app', async () => {
  const { queries, asked, held, answer } = page(() => ({ account: { id: '1' } }));
  askAhead(queries, 'order');
  await vi.waitFor(() => expect(held()).toEqual(['columns', 'everyone', 'diagnostics']), 10_000);
  answer();
  await vi.waitFor(() => expect(held()).toContain('appState'), 10_000);
  expect(held()).toEqual(['columns', 'everyone', 'diagnostics', 'appState']);
  expect(asked.toSorted()).toEqual(['columns', 'diagnostics', 'everyone']);
});

it('reads the people of a company with more than 500', async () => {
  const people = Array.from({ length: 1_001 }, (_, at) => ({ id: String(at), values: {} }));
  windowOver({
    records: {
      page: ({ start, limit }: { start: number; limit: number }) => ({
        total: people.length,
        start,
        rows: people.slice(start, start + limit),
      }),
    },
  });
  const queries = new QueryClient();
  await readLists(queries, []);
  expect(queries.getQueryData(queryKeys.everyone())).toHaveLength(1_001);
});

it('asks for no columns where the first screen is no list', async () => {
  const { queries, asked, held, answer } = page(() => ({ account: { id: '1' } }));
  askAhead(queries, undefined);
  answer();
  await vi.waitFor(() => expect(held()).toEqual(['everyone', 'diagnostics', 'appState']), 10_000);
  expect(asked.toSorted()).toEqual(['diagnostics', 'everyone']);
});

it.each<[string, () => unknown, string[]]>([
  ['no account is open', () => ({ account: null }), ['appState']],
  [
    'the state cannot be read',
    () => {
      throw new Error('no');
    },
    [],
  ],
])('forgets the answers if %s', async (_name, state, kept) => {
  const { queries, held, answer } = page(state);
  queries.setDefaultOptions({ queries: { retry: false } });
  askAhead(queries, 'order');
  await vi.waitFor(() => expect(held()).toHaveLength(3), 10_000);
  answer();
  await vi.waitFor(() => expect(held()).toEqual(kept), 10_000);
});

it.each<[string, object | undefined, boolean]>([
  ['nothing was read', undefined, false],
  ["the service's clock is unknown", { serverOffsetMs: null, offers: [] }, true],
  ['all is known', { serverOffsetMs: 0, offers: [{ path: '/a', offered: true }] }, false],
  ['a route is unknown', { serverOffsetMs: 0, offers: [{ path: '/a', offered: null }] }, true],
  [
    'only the route that is never tried is unknown',
    { serverOffsetMs: 0, offers: [{ path: TRAIL_PUSH_PATH, offered: null }] },
    false,
  ],
])('knows whether to ask again when %s', (_name, diagnostics, tooLittle) => {
  const queries = new QueryClient();
  const key: readonly unknown[] = queryKeys.diagnostics();
  if (diagnostics) queries.setQueryData(key, diagnostics);
  expect(knowsTooLittle(queries)).toBe(tooLittle);
});
