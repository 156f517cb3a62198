/** Procedures for the export of lists. A job belongs to the account that was open when it began. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import { createExportJobs, type ExportSource } from '../export/export-jobs';
import type { Ports } from '../ports/ports';
import { DRAFT_ORDERS_KEY, draftOrders } from '../store/read/draft-orders';
import { withCopyErrorCodes } from './contract-errors';

export const exportHandlers = (accounts: Accounts, ports: Ports) => {
  const os = implement(contract.export).use(withCopyErrorCodes(accounts));
  const jobs = createExportJobs(ports);
  const owners = new Map<string, Workspace>();
  const end = (id: string): void => {
    owners.delete(id);
    jobs.cancel(id);
  };
  return {
    start: os.start.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { ok: false, code: 'no-account' };
      const started = jobs.start(exportSource(workspace), input);
      if (started.ok) owners.set(started.id, workspace);
      return started;
    }),
    next: os.next.handler(({ input }) => {
      if (owners.get(input.id) !== accounts.current()) {
        end(input.id);
        return { state: 'gone', rows: 0, chunk: '' };
      }
      try {
        const piece = jobs.next(input.id);
        if (piece.state !== 'running') owners.delete(input.id);
        return piece;
      } catch (error) {
        end(input.id);
        throw error;
      }
    }),
    cancel: os.cancel.handler(({ input }) => {
      end(input.id);
      return { ok: true };
    }),
  };
};

/** The rows that the lists show: the cache with pending work. */
export const exportSource = ({ cache, records }: Pick<Workspace, 'cache' | 'records'>): ExportSource => ({
  columns: (resource) => cache.columns(resource),
  snapshot: (view) => records.snapshot(view),
  page: (view, start, limit, columns) => records.page(view, start, limit, columns),
  row: (resource, id) => records.get(resource, id)?.row ?? null,
  lookup: (name) => cache.lookup(name),
  hasNotes: (resource) =>
    records.pending(resource).length > 0 ||
    (resource === 'order' && draftOrders(() => cache.state(DRAFT_ORDERS_KEY))().size > 0),
});
