/** What the cards of Today show, drawn once from the answers of a core. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import type { View } from '../../../src/shared/contract/records';
import { drawSettled } from '../../support/renderer/draw-settled';
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
  const properties: CardProperties = {
    resource: 'order',
    title: 'Open orders',
    owners: [],
    limit: 6,
    none: 'No open orders',
  };
  return { html: await drawSettled(TodayDocuments, properties), asked };
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
  expect(html).toContain('common.notRead');
  expect(html).toContain('common.retry');
});
