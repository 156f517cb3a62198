/**
 * The points that the contract leaves open, one switch each. The defaults are the bundled service's own
 * choices (contract B); a client must also work with every other value.
 */
import { LIVE_QUIRKS, NO_LIVE_QUIRKS, type LiveQuirks } from './live/live-quirks';

export interface Quirks extends LiveQuirks {
  /** List order: newest first, oldest first, by id, or stable but without meaning. */
  order: 'newest' | 'oldest' | 'by-id' | 'unordered';
  /** The maximum page size, applied silently. */
  pageCap: number;
  /**
   * Which field the time filter of E1 and E9 means: `usual` is creation in E1 and update in E9, `other` the
   * reverse.
   */
  timeField: 'usual' | 'other';
  /** Whether the end of a time range is included. */
  endInclusive: boolean;
  /** What an edit does to fields that it omits. */
  omission: 'keeps' | 'clears';
  /** What E3 does to contacts that an edit does not list: they stay, or the list is taken for the whole. */
  contactList: 'adds' | 'whole';
  /** How long after a write a list still returns the earlier state. */
  lagMs: number;
  /** Error codes are HTTP statuses too. */
  httpErrors: boolean;
  /** Errors carry code -1 instead of the contract's. */
  minusOne: boolean;
  /** E4's `currency`: integer as declared, or the code it is in practice. */
  currencyText: boolean;
  /** E4's `record_list`: an object keyed by line id, as declared, instead of an array. */
  recordListObject: boolean;
  /**
   * Receipts without handler or company: by case (no handler: draft, no company: pending), or always one of
   * the two.
   */
  receipt: 'by-case' | 'draft' | 'pending';
  /** Numbers beyond the limits that E2 and E3 state: refused, as the contract is read here, or taken. */
  limits: 'refused' | 'taken';
  /** A new company or lead must fill in one custom field, which its list of fields calls required. */
  customRequired: boolean;
}

export const DEFAULT_QUIRKS: Readonly<Quirks> = {
  order: 'newest',
  pageCap: 500,
  timeField: 'usual',
  endInclusive: true,
  omission: 'keeps',
  contactList: 'adds',
  lagMs: 0,
  httpErrors: false,
  minusOne: false,
  currencyText: false,
  recordListObject: false,
  receipt: 'by-case',
  limits: 'refused',
  customRequired: false,
  ...NO_LIVE_QUIRKS,
};

/** The names for `--quirks` of the points that the contract leaves open; each switches one. */
export const QUIRKS: Readonly<Record<string, Partial<Quirks>>> = {
  'order-oldest': { order: 'oldest' },
  'order-by-id': { order: 'by-id' },
  'order-unordered': { order: 'unordered' },
  'page-cap': { pageCap: 50 },
  'time-other': { timeField: 'other' },
  'end-exclusive': { endInclusive: false },
  'omission-clears': { omission: 'clears' },
  lag: { lagMs: 3000 },
  'http-errors': { httpErrors: true },
  'minus-one': { minusOne: true },
  'currency-text': { currencyText: true },
  'record-list-object': { recordListObject: true },
  'receipt-draft': { receipt: 'draft' },
  'receipt-pending': { receipt: 'pending' },
};

/** Quirks about which input the service refuses or accepts; not part of the seeded mixes. */
const INPUT_QUIRKS: Readonly<Record<string, Partial<Quirks>>> = {
  'limits-taken': { limits: 'taken' },
  'custom-required': { customRequired: true },
};
const SEEDED_QUIRKS: Readonly<Record<string, Partial<Quirks>>> = {
  ...QUIRKS,
  ...LIVE_QUIRKS,
  'contacts-whole': { contactList: 'whole' },
};
/** Every name that `--quirks` accepts. */
export const ALL_QUIRKS: Readonly<Record<string, Partial<Quirks>>> = { ...SEEDED_QUIRKS, ...INPUT_QUIRKS };

/** Reads `a,b,c`; returns the unknown words instead of guessing. */
export const parseQuirks = (list: string): { quirks: Partial<Quirks> } | { unknown: string[] } => {
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const unknown = words.filter((word) => !(word in ALL_QUIRKS));
  return unknown.length > 0
    ? { unknown }
    : { quirks: Object.assign({}, ...words.map((word) => ALL_QUIRKS[word])) as Partial<Quirks> };
};

/**
 * A mix in which each quirk is on with a probability of one third; later names of the same switch win. With
 * `live` it includes the live forms.
 */
export const seededQuirks = (random: () => number, live = false): string[] =>
  Object.keys(live ? SEEDED_QUIRKS : QUIRKS).filter(() => random() < 1 / 3);
