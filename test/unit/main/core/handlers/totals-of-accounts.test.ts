/** The sums of a list while the user opens another account. */
import { createRouterClient } from '@orpc/server';
import { expect, it } from 'vitest';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { recordsHandlers } from '#core/handlers/records';

const sums = { fields: [{ field: 'amount', sums: [{ currency: 'USD', count: 1, sum: '5' }], drafts: [] }] };
/** An account whose sums take three pieces. */
const account = (): Workspace => {
  let left = 3;
  const pieces = { next: () => ((left -= 1) > 0 ? { done: false } : { done: true, value: sums }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part that is used
  return { records: { totals: () => pieces } } as unknown as Workspace;
};

it.each([false, true])(
  'are those of the open account, or none if another was opened meanwhile (%s)',
  async (isChanged) => {
    let open = account();
    const records = recordsHandlers(() => open, {
      detailsOf: () => 'offered',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is damaged
      watch: {} as never,
      pause: async () => {
        if (isChanged) open = account();
      },
    });
    const { totals } = createRouterClient({ totals: records.totals });
    const shown = await totals({ view: { resource: 'order' }, fields: ['amount'] });
    expect(shown).toEqual(isChanged ? { fields: [] } : sums);
  },
);
