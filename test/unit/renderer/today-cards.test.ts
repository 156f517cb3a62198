/** What the cards of Today show, drawn once from the answers of a core. */
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import type { View } from '../../../src/shared/contract/records';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const CARDS: string = '../../../src/renderer/features/today/today-documents';
interface CardProperties {
  resource: 'order';
  title: string;
  owners: [];
  limit: number;
  none: string;
}

/** Shows the keys of texts. */
const texts = createInstance({ lng: 'cimode', resources: {} });
await texts.init();

const FINISHED = [{ value: '30', label: '已完成', count: 3 }];
const OPEN = [...FINISHED, { value: '10', label: '未完成', count: 1 }];

/** Draws the card of open orders after its queries have settled. */
const card = async (facets: () => unknown): Promise<{ html: string; asked: View[] }> => {
  const asked: View[] = [];
  windowOver(
    {
      records: {
        facets,
        page: ({ view }: { view: View }) => {
          if (view.resource === 'order') asked.push(view);
          throw new Error('cannot be read');
        },
        lookup: () => [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { TodayDocuments } = (await import(CARDS)) as { TodayDocuments: FunctionComponent<CardProperties> };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const properties: CardProperties = {
    resource: 'order',
    title: 'Open orders',
    owners: [],
    limit: 6,
    none: 'No open orders',
  };
  const draw = (): string =>
    renderToStaticMarkup(
      createElement(
        I18nextProvider,
        { i18n: texts },
        createElement(QueryClientProvider, { client: queries }, createElement(TodayDocuments, properties)),
      ),
    );
  // A drawing on paper starts no query; each drawing may show the next one.
  for (let round = 0; round < 3; round++) {
    draw();
    for (const query of queries.getQueryCache().getAll())
      if (
        query.state.status === 'pending' &&
        !('enabled' in query.options && query.options.enabled === false)
      )
        await new QueryObserver(queries, query.options as never).refetch();
  }
  return { html: draw(), asked };
};

it('a card says that nothing is open without asking, and leads nowhere, if every state is finished', async () => {
  const { html, asked } = await card(() => FINISHED);
  expect(html).toContain('No open orders');
  expect(html).not.toContain('today.seeAll');
  expect(asked).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['the rows', () => OPEN],
  [
    'the states',
    () => {
      throw new Error('cannot be read');
    },
  ],
])('a card says that it cannot be read if %s cannot, in place of a skeleton', async (_what, facets) => {
  const { html } = await card(facets);
  expect(html).toContain('today.unreadable');
  expect(html).toContain('common.retry');
});
