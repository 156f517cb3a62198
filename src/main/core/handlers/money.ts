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
import { linkedOrders } from '../store/write/document-links';
import { concernsOf } from './timeline';
import { withCopyErrorCodes } from './contract-errors';

const DOCUMENTS = ['outboundInvoice', 'receipt'] as const;

const overlaid = ({ records }: Workspace): LaidRecord[] =>
  DOCUMENTS.flatMap((resource) => records.pending(resource));

/** The invoices and receipts with pending or delivered work that the copy does not show. */
const documentsOver = (workspace: Workspace): LaidRecord[] =>
  overlaid(workspace).filter(({ row }) => row.intents.length > 0);

/** The same with those of which the copy has only older lines. */
const linesOver = (workspace: Workspace): LaidRecord[] =>
  overlaid(workspace).filter(({ row, asSent }) => row.intents.length > 0 || asSent.record_list !== undefined);

const isDelivered = ({ row }: LaidRecord): boolean => row.intents.every(({ state }) => state === 'applied');

interface NotIncluded {
  waiting: number;
  delivered: number;
}
const counted = (documents: readonly LaidRecord[]): NotIncluded => {
  const delivered = documents.filter(isDelivered).length;
  return { waiting: documents.length - delivered, delivered };
};

/**
 * The invoices and receipts of a company with work that the figures do not include. A receipt that waits to be moved to
 * another company is counted for both companies, because the figures have it where the copy has it.
 */
const notIncluded = (workspace: Workspace, id: string): NotIncluded => {
  const concerns = concernsOf(workspace, { resource: 'company', id });
  const isInCopy = (laid: LaidRecord): boolean =>
    laid.base !== null && concerns({ ...laid, row: { ...laid.row, values: {} } });
  return counted(documentsOver(workspace).filter((laid) => concerns(laid) || isInCopy(laid)));
};

/** The same for an order: its lines may be in the copy, in the pending work, or in both. */
const notIncludedInOrder = (workspace: Workspace, id: string): NotIncluded =>
  counted(
    linesOver(workspace).filter((laid) =>
      [laid.base?.values, mergedValues(laid)].some(
        (values) => linkedOrders(laid.resource, values ?? {})?.includes(id) === true,
      ),
    ),
  );

/** The customers that a document names: the one in the copy, and the one in its pending work. */
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
    order: os.order.handler(({ input }) => {
      const workspace = accounts.current();
      const money = workspace?.cache.orderMoney(input.id) ?? null;
      if (!workspace || money === null) return null;
      return { ...money, ...notIncludedInOrder(workspace, input.id) };
    }),
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
