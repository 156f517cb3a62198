/** Whether the "New…" window is open, and its kinds and keys. */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { kindOfResource } from '#shared/domain/intent-resources';
import { create } from 'zustand';
import { useDiagnostics } from '../client/queries';
import { COMPANY_INFO_PATH, LEAD_INFO_PATH, TRAIL_PUSH_PATH } from '#shared/http-api/screen-paths';

export const useNewDialog = create<{ open: boolean }>(() => ({ open: false }));

/** The key of each kind in the open window. */
export const NEW_KEYS: Readonly<Record<IntentKind, string>> = {
  company: 'C',
  lead: 'L',
  outboundInvoice: 'I',
  receipt: 'R',
  trailNote: 'N',
};

/**
 * Whether the service accepts trail notes. trail/push writes, so it is never probed. If the core has an
 * answer of the service, it counts; otherwise trail/push is assumed to exist if the other optional endpoints
 * do (contract B).
 */
export const useNotesOffered = (): boolean => {
  const offers = useDiagnostics().data?.offers ?? [];
  const of = (path: string): boolean | null => offers.find((offer) => offer.path === path)?.offered ?? null;
  return of(TRAIL_PUSH_PATH) ?? (of(COMPANY_INFO_PATH) === true || of(LEAD_INFO_PATH) === true);
};

export const useNewKinds = (): readonly IntentKind[] =>
  useNotesOffered() ? INTENT_KINDS : INTENT_KINDS.filter((kind) => kind !== 'trailNote');

/** The kind of document that a resource's list can create; undefined if this service accepts none. */
export const useNewKindOf = (resource: ResourceName): IntentKind | undefined => {
  const kinds = useNewKinds();
  const kind = kindOfResource(resource);
  return kind !== undefined && kinds.includes(kind) ? kind : undefined;
};
