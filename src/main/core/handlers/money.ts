/**
 * Procedures for money figures. Documents with pending work are counted, but what they change is not added; neither is
 * delivered work that the copy does not show yet.
 */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import type { LaidRecord } from '../store/overlay/overlay-values';
import { concernsOf } from './timeline';
import { withCopyErrorCodes } from './contract-errors';

const DOCUMENTS = ['outboundInvoice', 'receipt'] as const;

/**
 * The invoices and receipts of a company with work that the figures do not include. A document that waits to be moved to
 * another company is one of both: the figures count it where the copy has it.
 */
const notIncluded = (workspace: Workspace, id: string): { waiting: number; delivered: number } => {
  const concerns = concernsOf(workspace, { resource: 'company', id });
  const isInCopy = (laid: LaidRecord): boolean =>
    laid.base !== null && concerns({ ...laid, row: { ...laid.row, values: {} } });
  const documents = DOCUMENTS.flatMap((resource) => workspace.records.pending(resource))
    .filter((laid) => concerns(laid) || isInCopy(laid))
    .filter(({ row }) => row.intents.length > 0);
  const delivered = documents.filter(({ row }) => row.intents.every(({ state }) => state === 'applied'));
  return { waiting: documents.length - delivered.length, delivered: delivered.length };
};

export const moneyHandlers = (accounts: Accounts) => {
  const os = implement(contract.money).use(withCopyErrorCodes(accounts));
  return {
    company: os.company.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace)
        return { currencies: [], drafts: 0, draftOrders: 0, withoutAmount: 0, waiting: 0, delivered: 0 };
      const id = workspace.outbox.realIdOf(input.id) ?? input.id;
      return { ...workspace.cache.companyMoney(id), ...notIncluded(workspace, id) };
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
