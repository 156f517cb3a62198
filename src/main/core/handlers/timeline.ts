/**
 * Procedures for the timeline of a company or lead: the cached records, merged with the pending work of the
 * outbox by time.
 */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type {
  DayCounts,
  KindFigures,
  PersonFigure,
  TimelineEntry,
  TimelineSubject,
} from '#shared/contract/timeline';
import { TIMELINE_KINDS, type TimelineKind } from '#shared/domain/timeline-kinds';
import { isNoId } from '#shared/domain/ids';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import { type LaidRecord, mergedValues } from '../store/overlay/overlay-values';
import { CATALOGUE, STATE } from '../store/schema/catalogue';
import { recordText } from '../store/words/record-text';
import { matchesText, queryTerms } from '../store/words/search-text';
import { refOf, refsOf, textOf } from '../store/write/column-values';
import { STORED_KINDS, type StoredKind, type TimelinePlace, comparePlaces } from '../store/read/timeline';
import { withCopyErrorCodes } from './contract-errors';

/** At equal times pending work comes before every stored record. */
const PENDING_RANK = -1;
const WRITTEN: readonly ResourceName[] = [
  'company',
  'lead',
  'opportunity',
  'trail',
  'outboundInvoice',
  'receipt',
];
const NOTHING = { entries: [], next: null };

export const timelineHandlers = (accounts: Accounts) => {
  const os = implement(contract.timeline).use(withCopyErrorCodes(accounts));
  return {
    page: os.page.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return NOTHING;
      const { kinds, person, text, cursor, limit } = input;
      const subject = resolved(workspace, input);
      const wanted = new Set<TimelineKind>(kinds.length === 0 ? TIMELINE_KINDS : kinds);
      const after = cursor === null ? null : readPlace(cursor);
      const pending = pendingOf(workspace, subject);
      const finds = finderOf(text);
      // An edit is work of the user of the account, whoever owns the record.
      const self = accounts.state().account?.selfUserId ?? null;
      const stored = workspace.cache
        .timeline(
          subject,
          { kinds: STORED_KINDS.filter((kind) => wanted.has(kind)), person, text },
          after,
          limit + 1,
        )
        .map(({ kind, place, id, values, draft }): Placed => ({
          place,
          entry: {
            key: `${kind} ${id}`,
            kind,
            resource: kind,
            id,
            time: place.time,
            values,
            intents: [],
            needsUser: false,
            ...(draft === true ? { draft } : {}),
          },
        }));
      const laid = pending.filter(
        ({ entry, place, owners, laid }) =>
          (wanted.has(entry.kind) || (wanted.has('edit') && entry.intents.length > 0)) &&
          (after === null || comparePlaces(place, after) > 0) &&
          (person === null || (entry.kind === 'edit' ? person === self : owners.includes(person))) &&
          finds(entry, laid),
      );
      const all = [...stored, ...laid].sort((a, b) => comparePlaces(a.place, b.place));
      const page = all.slice(0, limit);
      const last = page.at(-1);
      return {
        entries: page.map(({ entry }) => entry),
        next: all.length > limit && last ? formatPlace(last.place) : null,
      };
    }),
    figures: os.figures.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return { kinds: [], people: [], pending: 0 };
      const subject = resolved(workspace, input);
      const pending = pendingOf(workspace, subject);
      const made = pending.filter(({ entry }) => entry.kind !== 'edit');
      const { kinds, people } = workspace.cache.timelineFigures(subject);
      return {
        kinds: kinds.map((figures) => withMade(figures, made)),
        people: withOwners(people, made),
        pending: pending.filter(({ entry }) => entry.intents.length > 0).length,
      };
    }),
    days: os.days.handler(({ input }) => {
      const workspace = accounts.current();
      if (!workspace) return [];
      return workspace.cache
        .dayCounts(input.kinds, input)
        .map((counts) => withPendingDays(counts, workspace.records.pending(counts.kind), input));
    }),
  };
};

/** Counts new records that wait, as the timeline and the lists show them. The sums stay those of the CRM. */
const withMade = (figures: KindFigures, made: readonly Pending[]): KindFigures => {
  const entries = made.map(({ entry }) => entry).filter(({ kind }) => kind === figures.kind);
  const latest = entries.reduce(
    (newest, { id, time }) => (newest === null || time >= newest.time ? { id, time } : newest),
    figures.latest,
  );
  return { ...figures, count: figures.count + entries.length, latest };
};

/** The name of a person who only has records that wait comes from the list of users. */
const withOwners = (people: readonly PersonFigure[], made: readonly Pending[]): PersonFigure[] => {
  const byId = new Map(people.map((person) => [person.id, person]));
  for (const id of made.flatMap(({ owners }) => owners)) {
    const { name, count } = byId.get(id) ?? { name: null, count: 0 };
    byId.set(id, { id, name, count: count + 1 });
  }
  return [...byId.values()].toSorted((a, b) => b.count - a.count);
};

interface DaySpan {
  from: string;
  to: string;
  person: string | null;
  until: string;
}

/** When a record was made. Empty for an edit of a record that the cache lacks: its time is not known. */
const creationOf = ({ base, row, values }: LaidRecord): string => {
  if (base !== null) return textOf(base.values.create_time) ?? '';
  return row.isNew ? (textOf(values.create_time) ?? '') : '';
};

/**
 * Counts pending work as the lists of these days show it: new records, and edited ones with the owners that the
 * edit gives them, also if the service no longer lists them.
 */
const withPendingDays = (
  { kind, days }: DayCounts,
  pending: readonly LaidRecord[],
  { from, to, person, until }: DaySpan,
): DayCounts => {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const isOf = (owners: readonly string[]): boolean => person === null || owners.includes(person);
  for (const laid of pending) {
    const { base, resource } = laid;
    const time = creationOf(laid);
    const day = time.slice(0, 10);
    if (day < from || day > to) continue;
    const isCounted = base?.state === STATE.live && isOf(ownersIn(resource, base.values));
    const change = Number(isOf(ownersOf(laid))) - Number(isCounted);
    const { count, early } = byDay.get(day) ?? { count: 0, early: 0 };
    byDay.set(day, { day, count: count + change, early: early + (time.slice(11) < until ? change : 0) });
  }
  const counted = [...byDay.values()].filter(({ count }) => count > 0);
  return { kind, days: counted.toSorted((a, b) => (a.day < b.day ? -1 : 1)) };
};

interface Placed {
  place: TimelinePlace;
  entry: TimelineEntry;
}
interface Pending extends Placed {
  owners: readonly string[];
  laid: LaidRecord;
}

/** A page that was opened with a local id continues with the real id. */
const resolved = ({ outbox }: Workspace, { resource, id }: TimelineSubject): TimelineSubject => ({
  resource,
  id: outbox.realIdOf(id) ?? id,
});

const formatPlace = ({ time, kind, row }: TimelinePlace): string => `${kind}|${row}|${time}`;
const readPlace = (cursor: string): TimelinePlace => {
  const [kind = '', row = '', ...time] = cursor.split('|');
  return { kind: Number(kind) || 0, row: Number(row) || 0, time: time.join('|') };
};

/** Returns a function that tells whether an overlay record is the subject, or belongs to it. */
export const concernsOf = (
  workspace: Workspace,
  subject: TimelineSubject,
): ((laid: LaidRecord) => boolean) => {
  const { outbox } = workspace;
  const isSubject = (id: string | null): boolean =>
    id !== null && (id === subject.id || outbox.realIdOf(id) === subject.id);
  return ({ row, base }) => {
    if (row.resource === subject.resource) return isSubject(row.id);
    const values = { ...base?.values, ...row.values };
    if (subject.resource === 'lead') return row.resource === 'trail' && isSubject(textOf(values.lead_id));
    const company = refOf(values.company_info).id ?? textOf(values.company_id);
    return isSubject(isNoId(company) ? companyOfOpportunity(workspace, values.opportunity_id) : company);
  };
};

/** Pending work that concerns the subject, each entry at the server time of its last change. */
export const pendingOf = (workspace: Workspace, subject: TimelineSubject): Pending[] => {
  const { client, records } = workspace;
  return WRITTEN.flatMap((resource) => records.pending(resource))
    .filter(concernsOf(workspace, subject))
    .flatMap((laid, at) => {
      const { row } = laid;
      const entry = entryOf(laid, client.serverClock.at(row.touchedAt));
      return entry === null
        ? []
        : {
            place: { time: entry.time, kind: PENDING_RANK, row: at },
            owners: ownersOf(laid),
            entry,
            laid,
          };
    });
};

/** A note about an opportunity belongs to the timeline of its customer too. */
const companyOfOpportunity = ({ records }: Workspace, opportunity: unknown): string | null => {
  const values = isNoId(opportunity) ? null : records.get('opportunity', String(opportunity))?.row.values;
  return refOf(values?.company).id ?? textOf(values?.company_id);
};

/**
 * A record that only the outbox has is an entry of its own kind, also after its delivery until the cache has
 * it. Anything else is an `edit`; null once that is delivered.
 */
const entryOf = (laid: LaidRecord, time: string): TimelineEntry | null => {
  const { resource, id, created } = laid.row;
  const intents = laid.row.intents.filter(waits);
  const { needsUser } = laid.row;
  if (created && laid.row.intents.length > 0 && isStored(resource))
    return {
      key: `${resource} ${id}`,
      kind: resource,
      resource,
      id,
      time,
      values: laid.values,
      intents,
      needsUser,
    };
  if (intents.length === 0) return null;
  const values = changedValues(laid);
  return { key: `edit ${resource} ${id}`, kind: 'edit', resource, id, time, values, intents, needsUser };
};

/**
 * The values that differ from the cache. The contract requires some fields in every push (E3 `pool_id`), so a
 * command also contains unchanged ones. A field that has no column cannot be compared and is kept.
 */
const changedValues = ({ resource, row, fields }: LaidRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row.values).filter(
      ([key]) => fields.includes(key) || !CATALOGUE[resource].fields.some((field) => field.key === key),
    ),
  );

/** Returns true for an intent that is not delivered yet. */
const waits = ({ state }: { state: string }): boolean => state !== 'applied';

const isStored = (resource: ResourceName): resource is StoredKind =>
  (STORED_KINDS as readonly string[]).includes(resource);

/** The ids of the first owner field that is not empty, as for stored entries (catalogue, `owners`). */
const ownersOf = (laid: LaidRecord): string[] => ownersIn(laid.resource, mergedValues(laid));

const ownersIn = (resource: ResourceName, values: Readonly<Record<string, unknown>>): string[] => {
  const people = CATALOGUE[resource].owners.map((key) => refsOf(values[key]).flatMap(({ id }) => id ?? []));
  return people.find((ids) => ids.length > 0) ?? [];
};

/**
 * Returns a function that tells whether an entry contains the words of `text`, by the rules of the search. An
 * edit is searched by the values that it changes and by the title of its record.
 */
const finderOf = (text: string): ((entry: TimelineEntry, laid: LaidRecord) => boolean) => {
  if (text.trim() === '') return () => true;
  const terms = queryTerms(text);
  // A text without a word finds nothing, as for stored entries.
  if (terms.length === 0) return () => false;
  return ({ resource, values }, laid) => {
    const merged = mergedValues(laid);
    const titles = RESOURCE_INFO[resource].titleFields.map((key) => [key, merged[key]]);
    const said = recordText(resource)('', { ...Object.fromEntries(titles), ...values }, null);
    return matchesText(said, terms);
  };
};
