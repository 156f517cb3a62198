/** Procedures for money figures. Pending documents are counted, but their amounts are not added. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import { pendingOf } from './timeline';
import { withCopyErrorCodes } from './contract-errors';

export const moneyHandlers = (accounts: Accounts) => {
  const os = implement(contract.money).use(withCopyErrorCodes(accounts));
  return {
    company: os.company.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { currencies: [], drafts: 0, draftOrders: 0, withoutAmount: 0, waiting: 0 };
      const id = workspace.outbox.realIdOf(input.id) ?? input.id;
      const waiting = pendingOf(workspace, { resource: 'company', id }).filter(
        ({ entry }) =>
          entry.intents.length > 0 && (entry.resource === 'outboundInvoice' || entry.resource === 'receipt'),
      ).length;
      return { ...workspace.cache.companyMoney(id), waiting };
    }),
    order: os.order.handler(({ input }) => accounts.current()?.cache.orderMoney(input.id) ?? null),
    collections: os.collections.handler(
      ({ input }) => accounts.current()?.cache.orderCollections(input.id) ?? null,
    ),
    owed: os.owed.handler(
      ({ input }) =>
        accounts.current()?.cache.owedMoney(input.person, input.limit) ?? {
          totals: [],
          customers: [],
          withoutAmount: 0,
        },
    ),
  };
};
