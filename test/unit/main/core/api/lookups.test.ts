import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#core/api/client';
import { LOOKUP_SOURCES, readLookup } from '#core/api/lookups';
import type { Query } from '#core/api/query-string';

const source = LOOKUP_SOURCES.find(({ fills }) => 'opportunityStage' in fills)!;
/** A service that answers by the query, as text; any other query is refused. */
const serviceOf = (answers: Readonly<Record<string, unknown>>): { asked: Query[]; client: ApiClient } => {
  const asked: Query[] = [];
  const client = {
    read: async (_: string, query: Query) => {
      asked.push(query);
      const data = answers[new URLSearchParams(query as Record<string, string>).toString()];
      return data === undefined
        ? { kind: 'refused', code: 404, message: 'Not Found Resource', now: null }
        : { kind: 'ok', data, text: '', now: null };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `read` is called
  return { asked, client: client as unknown as ApiClient };
};
const FLOWS = [
  { flow_id: 1, name: 'Direct', default_flag: 0 },
  { flow_id: 2, name: 'Tender', default_flag: 1 },
];

describe('the stages of opportunities', () => {
  it('are read for each sales process, which is their parent', async () => {
    const { client, asked } = serviceOf({
      'field=sales_flow': FLOWS,
      'field=stage_list&flow_id=1': [{ stage_id: 11, flow_id: 1, name: 'Offer', type: 1 }],
      'field=stage_list&flow_id=2': [{ stage_id: 21, flow_id: 2, name: 'Offer', type: 1 }],
    });
    const answer = await readLookup(client, source);
    if (!answer.ok) throw new Error(answer.trouble.kind);
    const [flows, stages] = answer.value;
    expect([flows?.name, flows?.items.map(({ id }) => id)]).toEqual(['opportunityFlow', ['1', '2']]);
    expect([stages?.name, stages?.items.map(({ id, parentId }) => [id, parentId])]).toEqual([
      'opportunityStage',
      [
        ['11', '1'],
        ['21', '2'],
      ],
    ]);
    expect(asked).toHaveLength(3);
  });

  it('are not stored in part: one refused process refuses them all', async () => {
    const { client } = serviceOf({
      'field=sales_flow': FLOWS,
      'field=stage_list&flow_id=1': [{ stage_id: 11, name: 'Offer' }],
    });
    expect(await readLookup(client, source)).toMatchObject({ ok: false, trouble: { kind: 'refused' } });
  });
});

describe('a lookup in pages', () => {
  const accounts = LOOKUP_SOURCES.find(({ fills }) => 'capitalAccount' in fills)!;
  const serviceWith = (pageOf: (page: number) => unknown[]) => {
    const asked: unknown[] = [];
    const client = {
      read: async (_: string, query: Query) => {
        asked.push(query.start_index);
        return { kind: 'ok', data: pageOf(Number(query.start_index)), text: '', now: null };
      },
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `read` is called
    return { asked, client: client as unknown as ApiClient };
  };
  const ids = async (client: ApiClient): Promise<string[]> => {
    const answer = await readLookup(client, accounts);
    if (!answer.ok) throw new Error(answer.trouble.kind);
    return answer.value.flatMap(({ items }) => items.map(({ id }) => id));
  };

  it('is read until a page brings nothing new', async () => {
    const { asked, client } = serviceWith((page) => (page <= 3 ? [{ id: page, name: `A${page}` }] : []));
    expect(await ids(client)).toEqual(['1', '2', '3']);
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  it('of a service that ignores the page is read twice', async () => {
    const { asked, client } = serviceWith(() => [{ id: 7, name: 'A' }]);
    expect(await ids(client)).toEqual(['7']);
    expect(asked).toEqual([1, 2]);
  });

  it('without an end is read to its fiftieth page', async () => {
    const { asked, client } = serviceWith((page) => [{ id: page, name: `A${page}` }]);
    expect(await ids(client)).toHaveLength(50);
    expect(asked).toHaveLength(50);
  });
});
