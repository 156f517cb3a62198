/** The queries of the outbox's screens; one event refreshes all of them. */
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { IntentView } from '#shared/contract/outbox-item';
import { isNoId } from '#shared/domain/ids';
import { MOST_ITEMS_BY_ID } from '#shared/domain/limits';
import { linesOf } from '#shared/domain/nested-values';
import { type Command, type IntentKind, isLocalRef } from '#shared/domain/intent';
import { orderOfAllocation } from '#shared/domain/receipts';
import { core } from './client';
import { ask, inGroup, queryKeys } from './query-keys';

export const WAITING_STEP = 100;
const DONE_SHOWN = 50;
const TROUBLED_SHOWN = 500;

/** The queued items, oldest first; only the first `count`. */
const useQueued = (count: number) =>
  useQuery({
    ...ask(queryKeys.queued(count), () => core.outbox.list({ states: ['queued'], first: count })),
    placeholderData: keepPreviousData,
  });
/**
 * Items that are being sent, in doubt, refused, or in conflict. Every screen reads them, so the result is
 * small.
 */
export const useTroubled = () =>
  useQuery({
    ...ask(queryKeys.troubled(), () =>
      core.outbox.list({ states: ['sending', 'rejected', 'conflict', 'uncertain'], first: TROUBLED_SHOWN }),
    ),
    placeholderData: keepPreviousData,
  });
/** Delivered edits whose values a late attempt replaced, until the user has checked them. */
const useReplaced = () =>
  useQuery({
    ...ask(queryKeys.replaced(), () => core.outbox.replaced()),
    placeholderData: keepPreviousData,
  });
interface Unsettled {
  /** Undefined until they are read. */
  data: IntentView[] | undefined;
  queued: number;
  /** They cannot be read. */
  failed: boolean;
  retry: () => void;
}

/**
 * The unsettled items: all that need attention or are being sent, also delivered ones to check, and the first `count`
 * queued ones.
 */
export const useUnsettled = (count = WAITING_STEP): Unsettled => {
  const parts = [useTroubled(), useQueued(count)] as const;
  const [troubled, queued] = parts.map(({ data }) => data);
  const replaced = useReplaced().data ?? [];
  const failed = parts.filter(({ isError, data }) => isError && data === undefined);
  return {
    data: queued && troubled ? [...troubled, ...replaced, ...queued] : undefined,
    queued: queued?.length ?? 0,
    failed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
};
export const useDone = () =>
  useQuery({
    ...ask(queryKeys.done(), () =>
      core.outbox.list({ states: ['applied', 'discarded'], latest: DONE_SHOWN }),
    ),
    placeholderData: keepPreviousData,
  });
export const useOutboxItem = (id: string | undefined) =>
  useQuery({
    ...ask(queryKeys.intent(id), () => core.outbox.get({ id: id ?? '' })),
    enabled: id !== undefined,
    placeholderData: (previous) => (previous?.intent.id === id ? previous : undefined),
  });
/** These items, for their titles. They may be delivered long ago, or be beyond the first ones of a long queue. */
export const useItemsById = (ids: readonly string[]) =>
  useQuery({
    ...ask(queryKeys.itemsById(ids), () => core.outbox.list({ ids: ids.slice(0, MOST_ITEMS_BY_ID) })),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
/** Drafts on disk, latest first. */
export const useDrafts = () =>
  useQuery({ ...ask(queryKeys.drafts(), () => core.outbox.drafts()), staleTime: 0 });
export const useIntentsOf = (kind: IntentKind | undefined, ref: string) =>
  useQuery({
    ...ask(queryKeys.intentsOf(kind, ref), () => core.outbox.forRecord({ kind: kind ?? 'company', ref })),
    enabled: kind !== undefined,
  });

/**
 * A decision about the outbox. After any answer the screen is refetched. If the user presses the same button
 * again before the answer, the call has the same operation id, so that the decision is made once.
 */
export const useDecision = <I, R>(decide: (input: I, operationId: string) => Promise<R>) => {
  const queries = useQueryClient();
  const unanswered = useRef<{ about: string; operationId: string } | null>(null);
  return useMutation({
    mutationFn: async (input: I) => {
      const about = JSON.stringify(input) ?? '';
      if (unanswered.current?.about !== about)
        unanswered.current = { about, operationId: crypto.randomUUID() };
      const operation = unanswered.current;
      const answer = await decide(input, operation.operationId);
      if (unanswered.current === operation) unanswered.current = null;
      return answer;
    },
    onSettled: () => queries.invalidateQueries(inGroup('outbox')),
  });
};

type Named = 'company' | 'lead' | 'opportunity' | 'order';
interface NameRef {
  resource: Named | 'intent';
  id: string;
}
const IN_FIELDS: readonly [string, Named][] = [
  ['company_id', 'company'],
  ['lead_id', 'lead'],
  ['opportunity_id', 'opportunity'],
];

/** The records that a command names by id, and the customer whose contacts it may name. */
const refsIn = (commands: readonly Command[], companyId: unknown): NameRef[] => {
  const refs = new Map<string, NameRef>();
  const add = (resource: Named, id: unknown): void => {
    if (isNoId(id)) return;
    const ref: NameRef = { resource: isLocalRef(id) ? 'intent' : resource, id: String(id) };
    refs.set(`${ref.resource}:${ref.id}`, ref);
  };
  for (const command of commands) {
    for (const [key, resource] of IN_FIELDS) add(resource, command.fields[key]);
    if (command.kind === 'outboundInvoice')
      for (const line of command.children) add('order', line.fields.order_id);
    if (command.kind === 'receipt')
      for (const line of command.children) add('order', orderOfAllocation(line.fields));
  }
  if (companyId !== undefined) add('company', companyId);
  return [...refs.values()];
};

/**
 * Names of the records of an item: companies with their contacts, leads, opportunities, orders, and the
 * products of the orders' lines.
 */
export interface RefNames {
  record: (id: unknown) => string | undefined;
  product: (line: Readonly<Record<string, unknown>>) => string | undefined;
}

const productLines = (values: Readonly<Record<string, unknown>>): Record<string, unknown>[] =>
  Array.isArray(values.product_list)
    ? values.product_list.filter(
        (line): line is Record<string, unknown> => typeof line === 'object' && line !== null,
      )
    : [];
const PRODUCT_NAMES = ['product_name', 'product_cn_name', 'name', 'product_no', 'product_model'] as const;

export const useRefNames = (commands: readonly Command[], companyId?: unknown): RefNames => {
  const refs = refsIn(commands, companyId);
  return useQueries({
    queries: refs.map(({ resource, id }) => ({
      ...(resource === 'intent'
        ? ask(queryKeys.intent(id), () => core.outbox.get({ id }))
        : ask(queryKeys.record(resource, id), () => core.records.get({ resource, id }))),
      staleTime: 30_000,
    })),
    combine: (results): RefNames => {
      const names = new Map<string, string>();
      const lines: Record<string, unknown>[] = [];
      results.forEach(({ data }, index) => {
        const ref = refs[index];
        if (!ref || !data) return;
        if ('intent' in data) names.set(ref.id, data.intent.title);
        else {
          names.set(ref.id, data.title);
          lines.push(...productLines(data.values));
          for (const { customer_id: contact, name } of linesOf(data.values.customers))
            if (typeof name === 'string' && name !== '') names.set(String(contact), name);
        }
      });
      return {
        record: (id) => names.get(String(id)) || undefined,
        product: (line) => {
          const found =
            lines.find(
              (one) =>
                !isNoId(line.order_record_id) && String(one.unique_id) === String(line.order_record_id),
            ) ??
            lines.find(
              (one) => !isNoId(line.product_id) && String(one.product_id) === String(line.product_id),
            );
          const key = PRODUCT_NAMES.find((name) => typeof found?.[name] === 'string' && found[name] !== '');
          return key === undefined ? undefined : String(found?.[key]);
        },
      };
    },
  });
};
