/**
 * Further facts about an intent for a window: the names of its records, and the exact request. Reads only the
 * disk.
 */
import { isObject } from '#shared/domain/is-object';
import { isNoId } from '#shared/domain/ids';
import { isLocalRef } from '#shared/domain/intent';
import type { IntentView } from '#shared/contract/outbox-item';
import type { Workspace } from '../../accounts/workspace/workspace';
import { buildRequest, resolveKnown, resolveRefs } from '../../outbox/delivery/build-request';
import type { Outbox } from '../../outbox/create-outbox';
import type { LedgerEntry } from '../../outbox/store/intent-record';
import { titleOf, type UnnamedIntentView } from '../../outbox/outbox-view';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';

interface Records {
  cache: Pick<Workspace['cache'], 'get'>;
  outbox: Outbox;
}
type Resource = (typeof RESOURCE_OF_KIND)[keyof typeof RESOURCE_OF_KIND];

/**
 * The name of a record: from the copy on disk, otherwise from the intent that creates it; '' if neither has
 * one.
 */
const nameOf = ({ cache, outbox }: Records, resource: Resource, ref: string): string => {
  const real = isLocalRef(ref) ? outbox.realIdOf(ref) : ref;
  const title = real === null ? undefined : cache.get(resource, real)?.title;
  if (title) return title;
  const maker = isLocalRef(ref) ? outbox.store.get(ref) : null;
  return maker ? titleOf(maker.command) : '';
};

type Name = (resource: Resource, ref: string) => string;
const partyOf = (intent: UnnamedIntentView, records: Records, name: Name): IntentView['party'] => {
  if (intent.kind === 'company' || intent.kind === 'lead') return null;
  const { company_id: company, lead_id: lead } = intent.command.fields;
  const named = (resource: 'company' | 'lead', ref: string) => ({ resource, ref, name: name(resource, ref) });
  if (!isNoId(company)) return named('company', String(company));
  if (!isNoId(lead)) return named('lead', String(lead));
  // An edit that does not set the company belongs to the company of its record.
  const target =
    intent.command.target === null
      ? null
      : (records.outbox.realIdOf(intent.command.target) ?? intent.command.target);
  const values =
    target === null ? undefined : records.cache.get(RESOURCE_OF_KIND[intent.kind], target)?.row.values;
  const info = values?.company_info ?? values?.company;
  if (!isObject(info)) return null;
  const { id, company_id, name: called } = info;
  const ref = id ?? company_id;
  return isNoId(ref)
    ? null
    : { resource: 'company', ref: String(ref), name: typeof called === 'string' ? called : '' };
};

/**
 * Names for the items of one answer. Many items concern the same few companies, so each company is read once.
 */
export const namesIn = (records: Records) => {
  const known = new Map<string, string>();
  const name: Name = (resource, ref) => {
    const key = `${resource} ${ref}`;
    const held = known.get(key) ?? nameOf(records, resource, ref);
    known.set(key, held);
    return held;
  };
  return (intent: UnnamedIntentView): Pick<IntentView, 'subject' | 'party'> => ({
    subject: intent.command.target === null ? '' : name(RESOURCE_OF_KIND[intent.kind], intent.command.target),
    party: partyOf(intent, records, name),
  });
};

interface Listed {
  states?: readonly string[] | undefined;
  first?: number | undefined;
  latest?: number | undefined;
  ids?: readonly string[] | undefined;
}
/** Part of the outbox: the oldest or the latest changed items, because a screen shows only the first ones, or `ids`. */
export const listOf = (
  { outbox }: { outbox: Pick<Outbox, 'list' | 'some' | 'get'> },
  { states, first, latest, ids }: Listed,
): UnnamedIntentView[] => {
  if (ids !== undefined) return ids.flatMap((id) => outbox.get(id)?.intent ?? []);
  if (latest !== undefined) return outbox.some(states, 'latest', latest);
  return first === undefined ? outbox.list(states) : outbox.some(states, 'oldest', first);
};

/** The exact bytes of the last attempt, or of the one that would be sent now. */
export const payloadOf = (
  outbox: Outbox,
  { intent, ledger }: { intent: UnnamedIntentView; ledger: readonly LedgerEntry[] },
): { path: string; body: string; sent: boolean } | null => {
  const last = ledger.findLast((entry) => entry.event === 'sending')?.facts;
  // For an item that is queued or in conflict, the next push is shown: its bytes differ from those of the last one.
  const isLastSent = intent.state !== 'queued' && intent.state !== 'conflict';
  if (isLastSent && typeof last?.path === 'string' && typeof last.body === 'string')
    return { path: last.path, body: last.body, sent: true };
  const realIdOf = (ref: string): string | null => outbox.realIdOf(ref);
  const resolved = resolveRefs(intent.command, realIdOf);
  if (!resolved.ok) return null;
  const fields = resolveKnown(intent.command, intent.base?.fields ?? {}, realIdOf);
  return { ...buildRequest(resolved.command, { fields }), sent: false };
};
