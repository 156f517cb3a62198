/**
 * Procedures for money figures. Documents with pending work are counted, but what they change is not added; neither is
 * delivered work that the copy does not show yet.
 */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import { type LaidRecord, mergedValues } from '../store/overlay/overlay-values';
import { refOf, refsOf } from '../store/write/column-values';
import { concernsOf } from './timeline';
import { withCopyErrorCodes } from './contract-errors';

const DOCUMENTS = ['outboundInvoice', 'receipt'] as const;

/** The invoices and receipts with pending or delivered work that the copy does not show. */
const documentsOver = ({ records }: Workspace): LaidRecord[] =>
  DOCUMENTS.flatMap((resource) => records.pending(resource)).filter(({ row }) => row.intents.length > 0);

const isDelivered = ({ row }: LaidRecord): boolean => row.intents.every(({ state }) => state === 'applied');

/**
 * The invoices and receipts of a company with work that the figures do not include. A document that waits to be moved to
 * another company is one of both: the figures count it where the copy has it.
 */
const notIncluded = (workspace: Workspace, id: string): { waiting: number; delivered: number } => {
  const concerns = concernsOf(workspace, { resource: 'company', id });
  const isInCopy = (laid: LaidRecord): boolean =>
    laid.base !== null && concerns({ ...laid, row: { ...laid.row, values: {} } });
  const documents = documentsOver(workspace).filter((laid) => concerns(laid) || isInCopy(laid));
  const delivered = documents.filter(isDelivered).length;
  return { waiting: documents.length - delivered, delivered };
};

/** The customers of a document: in the copy, and with the pending work. */
const customersOf = (laid: LaidRecord): string[] =>
  [laid.base?.values, mergedValues(laid)].flatMap((values) => refOf(values?.company_info).id ?? []);

/** The number of invoices and receipts that wait to be delivered, of the customers of one person or of all (null). */
const waitingOf = (workspace: Workspace, person: string | null): number => {
  const isOfPerson = (company: string): boolean =>
    person === null ||
    refsOf(workspace.records.get('company', company)?.row.values.user_id).some(({ id }) => id === person);
  return documentsOver(workspace).filter((laid) => !isDelivered(laid) && customersOf(laid).some(isOfPerson))
    .length;
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
    owed: os.owed.handler(({ input: { person, limit } }) => {
      const workspace = accounts.current();
      if (!workspace) return { totals: [], customers: [], withoutAmount: 0, waiting: 0 };
      return { ...workspace.cache.owedMoney(person, limit), waiting: waitingOf(workspace, person) };
    }),
  };
};
