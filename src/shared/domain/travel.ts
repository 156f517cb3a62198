/**
 * The kinds of record that can be taken along on a journey. They are not in the file of the contract's schemas, so that
 * the first screen does not load those.
 */

/** Kinds of record that can be taken along, each with what belongs to it. */
export const TRAVEL_KINDS = ['company', 'lead', 'order', 'quotation'] as const;
export type TravelKind = (typeof TRAVEL_KINDS)[number];
/** Records that one travel list holds at most, those of its lists included. */
export const MOST_TRAVEL_RECORDS = 1_000;

type AnyPin = { kind: 'record'; resource: TravelKind; id: string } | { kind: 'list'; id: string };

/** Names a pin among all of an account. */
export const travelKeyOf = (pin: AnyPin): string =>
  pin.kind === 'record' ? `${pin.resource}~${pin.id}` : `list~${pin.id}`;
