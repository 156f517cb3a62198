/** Whether the "New…" window is open, and its kinds and keys. */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { kindOfResource } from '#shared/domain/intent-resources';
import { create } from 'zustand';
import { onOtherAccount } from '../client/of-account';
import { useDiagnostics } from '../client/queries';
import {
  COMPANY_INFO_PATH,
  LEAD_INFO_PATH,
  OPPORTUNITY_LIST_PATH,
  TRAIL_PUSH_PATH,
} from '#shared/http-api/screen-paths';

export const useNewDialog = create<{ open: boolean }>(() => ({ open: false }));
onOtherAccount(() => useNewDialog.setState({ open: false }));

/** The key of each kind in the open window. */
export const NEW_KEYS: Readonly<Record<IntentKind, string>> = {
  company: 'C',
  lead: 'L',
  opportunity: 'O',
  outboundInvoice: 'I',
  receipt: 'R',
  trailNote: 'N',
};

type Offered = (path: string) => boolean | null;
/** Returns whether the service offers an optional route; null if that is not known. */
const useOffered = (): Offered => {
  const offers = useDiagnostics().data?.offers ?? [];
  return (path) => offers.find((offer) => offer.path === path)?.offered ?? null;
};

/**
 * Returns whether the service accepts trail notes. trail/push writes, so it is never probed. If the core has
 * an answer of the service, that decides; otherwise trail/push is assumed to exist if the other optional
 * endpoints do (contract B).
 */
const offersNotes = (of: Offered): boolean =>
  of(TRAIL_PUSH_PATH) ?? (of(COMPANY_INFO_PATH) === true || of(LEAD_INFO_PATH) === true);

/** opportunity/push writes too, so it is never probed: it is assumed to exist if the list does. */
const offersOpportunities = (of: Offered): boolean => of(OPPORTUNITY_LIST_PATH) === true;

/** The kinds that this service accepts. Pure. */
export const newKindsOf = (of: Offered): readonly IntentKind[] => {
  const absent = new Set<IntentKind>([
    ...(offersNotes(of) ? [] : (['trailNote'] as const)),
    ...(offersOpportunities(of) ? [] : (['opportunity'] as const)),
  ]);
  return INTENT_KINDS.filter((kind) => !absent.has(kind));
};

export const useNewKinds = (): readonly IntentKind[] => newKindsOf(useOffered());

/** The kind of document that a resource's list can create; undefined if this service accepts none. */
export const useNewKindOf = (resource: ResourceName): IntentKind | undefined => {
  const kinds = useNewKinds();
  const kind = kindOfResource(resource);
  return kind !== undefined && kinds.includes(kind) ? kind : undefined;
};
