/**
 * Converts the result of the travel check to the state that the windows show (contract `travel`): what is missing, and
 * why. Pure.
 */
import type { ResourceSync, SyncState } from '#shared/contract/sync';
import type { TravelPinState, TravelState } from '#shared/contract/travel';
import { TRAVEL_KINDS } from '#shared/domain/travel';
import type { ResourceName } from '#shared/domain/resources';
import { belongingKinds } from '../../store/read/related';
import { PULL_ORDER } from '../lane/lanes';
import type { TravelCheck } from './travel-check';

type Missing = TravelState['missing'][number];
type Absent = TravelState['absent'][number];

export interface TravelFacts {
  check: TravelCheck;
  resources: readonly ResourceSync[];
  connectivity: SyncState['connectivity'];
  freshAsOf: number | null;
  running: TravelState['running'];
  /** Why the service does not offer the list, or the details, of a resource; null if it does or may. */
  withheld: (resource: ResourceName, part: Absent['part']) => 'not-offered' | 'no-permission' | null;
  /** The service refused this record's details. */
  isRefused: (resource: ResourceName, id: string) => boolean;
}

export const travelState = (facts: TravelFacts): TravelState => {
  const { check, freshAsOf, running } = facts;
  const kinds = concerned(check);
  return {
    pins: check.pins.map((pin) => pinOf(facts, pin)),
    counts: TRAVEL_KINDS.flatMap((resource) => {
      const count = check.subjects.get(resource)?.size ?? 0;
      return count === 0 ? [] : [{ resource, count }];
    }),
    missing: kinds.flatMap((resource) => [
      ...missingRecords(facts, resource),
      ...missingDetails(facts, resource),
    ]),
    absent: kinds.flatMap((resource) => absentOf(facts, resource)),
    asOf: freshAsOf,
    running,
    beyond: check.beyond,
  };
};

/**
 * Corrects what the disk says about a pin: only a complete list proves that a record is gone, or that none is missing.
 */
const pinOf = (facts: TravelFacts, pin: TravelPinState): TravelPinState => {
  const isGone = pin.isGone && stateOf(facts, pin.resource)?.state === 'complete';
  const isUnknown =
    pin.subjects === 0 && (pin.kind === 'record' ? !isGone : whyOut(facts, pin.resource) !== null);
  const missing = pin.missing === 0 && (isUnknown || lacksLists(facts, pin.resource)) ? null : pin.missing;
  return { ...pin, missing, isGone };
};

/** The resources that can belong to what is taken along, even if there are no records of them. */
const concerned = ({ subjects, pins }: TravelCheck): ResourceName[] => {
  const kinds = new Set(
    TRAVEL_KINDS.filter(
      (kind) => (subjects.get(kind)?.size ?? 0) > 0 || pins.some(({ resource }) => resource === kind),
    ).flatMap(belongingKinds),
  );
  return PULL_ORDER.filter((resource) => kinds.has(resource));
};

const stateOf = ({ resources }: TravelFacts, resource: ResourceName): ResourceSync | undefined =>
  resources.find((entry) => entry.resource === resource);

/** Why the list of a resource is not kept on this computer; null if it is, or may be. */
const whyOut = (
  facts: TravelFacts,
  resource: ResourceName,
): 'left-out' | 'not-offered' | 'no-permission' | null => {
  const state = stateOf(facts, resource)?.state;
  return state === 'left-out' || state === 'not-offered' || state === 'no-permission'
    ? state
    : facts.withheld(resource, 'records');
};

/** Why no request can be made now; null if one can be made. */
const heldUp = ({ connectivity }: TravelFacts): 'offline' | 'sign-in' | null =>
  connectivity === 'offline' || connectivity === 'sign-in' ? connectivity : null;

const missingRecords = (facts: TravelFacts, resource: ResourceName): Missing[] => {
  const entry = stateOf(facts, resource);
  if (entry === undefined || whyOut(facts, resource) !== null) return [];
  const isCopying = entry.state === 'waiting' || entry.state === 'loading';
  if (!isCopying && entry.state !== 'failed') return [];
  const lacking = entry.expected === null ? null : Math.max(0, entry.expected - entry.records);
  return [
    {
      resource,
      part: 'records',
      count: isCopying && lacking !== 0 ? lacking : null,
      why: heldUp(facts) ?? (isCopying ? 'copying' : 'failed'),
    },
  ];
};

const lacksLists = (facts: TravelFacts, resource: ResourceName): boolean =>
  belongingKinds(resource).some((kind) => missingRecords(facts, kind).length > 0);

const missingDetails = (facts: TravelFacts, resource: ResourceName): Missing[] => {
  const entry = stateOf(facts, resource);
  if (entry === undefined || whyOut(facts, resource) !== null) return [];
  if (facts.withheld(resource, 'details') !== null) return [];
  const wanting = [...(facts.check.wanting.get(resource) ?? [])];
  const refused = wanting.filter((id) => facts.isRefused(resource, id)).length;
  const open = wanting.length - refused;
  const line = (count: number, why: Missing['why']): Missing[] =>
    count === 0 ? [] : [{ resource, part: 'details', count, why }];
  return [...line(open, heldUp(facts) ?? 'not-yet'), ...line(refused, 'refused')];
};

const absentOf = (facts: TravelFacts, resource: ResourceName): Absent[] => {
  const entry = stateOf(facts, resource);
  if (entry === undefined) return [];
  const { state } = entry;
  const out = whyOut(facts, resource);
  if (out !== null) return [{ resource, part: 'records', why: out }];
  const details = facts.withheld(resource, 'details');
  return [
    ...(state === 'unverified' ? [{ resource, part: 'records', why: 'unverified' } as const] : []),
    ...(details === null ? [] : [{ resource, part: 'details', why: details } as const]),
  ];
};
