/**
 * Finds companies and leads that may be duplicates of a new one: the same name, e-mail, mail domain or phone,
 * in the cache, waiting in the outbox, or delivered and not read yet. The search index proposes candidates, and
 * their fields decide. Names are compared as the search compares them, and without punctuation and legal form;
 * phones by their last digits.
 */
import type { PossibleDuplicate } from '#shared/contract/outbox';
import type { SearchHit } from '#shared/contract/records';
import { bareCompanyName, companyMailDomain } from '#shared/domain/company-name';
import { isLocalRef, type IntentKind } from '#shared/domain/intent';
import type { UnnamedIntentView } from '../../outbox/outbox-view';
import type { CacheStore } from '../../store/cache-store';
import { folded } from '../../store/words/search-text';

export interface Wanted {
  names: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
  exceptId: string | null;
}
type Because = PossibleDuplicate['because'][number];

const MOST = 10;
/** The newest matches whose fields are compared. Of more matches only those with the same name are. */
const PROPOSALS = 20;
const MOST_MATCHES = 500;
const SHORT_WORD = 2;
/** Phones are compared by this many last digits, because country codes and leading zeros are optional. */
const PHONE_TAIL = 8;
const SHORTEST_PHONE = 6;
const KINDS: Readonly<Partial<Record<IntentKind, 'company' | 'lead'>>> = { company: 'company', lead: 'lead' };

const nameKey = (text: string): string => bareCompanyName(folded(text)).replaceAll(/[^\p{L}\p{N}]/gu, '');
const emailKey = (text: string): string => text.trim().toLowerCase();
const phoneKey = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < SHORTEST_PHONE ? '' : digits.slice(-PHONE_TAIL);
};
const keysOf = (texts: readonly unknown[], key: (text: string) => string): Set<string> =>
  new Set(
    texts
      .filter((text) => typeof text === 'string')
      .map(key)
      .filter((found) => found !== ''),
  );

interface Facts {
  names: Set<string>;
  emails: Set<string>;
  domains: Set<string>;
  phones: Set<string>;
}
const factsOf = (
  fields: Readonly<Record<string, unknown>>,
  people: readonly Readonly<Record<string, unknown>>[],
): Facts => {
  const all = [fields, ...people];
  const emails = all.map((one) => one.email);
  return {
    names: keysOf([fields.name, fields.company_name, fields.short_name], nameKey),
    emails: keysOf(emails, emailKey),
    domains: keysOf(emails, companyMailDomain),
    phones: keysOf(
      all.flatMap((one) => [...telsIn([one.tel]), ...telsIn(one.tel_list), ...telsIn(one.full_tel_list)]),
      phoneKey,
    ),
  };
};
const telsIn = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown) => (Array.isArray(item) ? [item.join('')] : [item]))
    : [];

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((key) => b.has(key));
/** The domain is a reason only if no whole address is the same. */
const mailReasons = (mine: Facts, theirs: Facts): Because[] => {
  if (meet(mine.emails, theirs.emails)) return ['email'];
  return meet(mine.domains, theirs.domains) ? ['domain'] : [];
};
const becauseOf = (mine: Facts, theirs: Facts): Because[] => [
  ...(meet(mine.names, theirs.names) ? ['name' as const] : []),
  ...mailReasons(mine, theirs),
  ...(meet(mine.phones, theirs.phones) ? ['phone' as const] : []),
];

/**
 * Matches of the search. Many newer records may begin with the name, so the same name counts at any place. The
 * search has no index for one or two letters and reads ten records for each match: there the newest suffice.
 */
const proposalsFor = (text: string, { names }: Facts, cache: Pick<CacheStore, 'search'>): SearchHit[] => {
  const isIndexed = text.split(/[^\p{L}\p{N}]+/u).some((word) => word.length > SHORT_WORD);
  return cache
    .search(text, { resources: ['company', 'lead'], limit: isIndexed ? MOST_MATCHES : PROPOSALS })
    .filter(({ title }, at) => at < PROPOSALS || names.has(nameKey(title)));
};

/** A new record that the cache lacks, with the edits that wait for it. */
interface NewRecord {
  resource: 'company' | 'lead';
  id: string;
  intentId: string;
  title: string;
  facts: Facts;
}

const bothOf = (a: Facts, b: Facts): Facts => ({
  names: new Set([...a.names, ...b.names]),
  emails: new Set([...a.emails, ...b.emails]),
  domains: new Set([...a.domains, ...b.domains]),
  phones: new Set([...a.phones, ...b.phones]),
});

const newRecordsIn = (intents: readonly UnnamedIntentView[], realIdOf: RealIdOf): NewRecord[] => {
  const records = new Map<string, NewRecord>();
  const factsIn = ({ fields, children }: UnnamedIntentView['command']): Facts =>
    factsOf(
      fields,
      children.map((item) => item.fields),
    );
  for (const { id, kind, command, title, realId } of intents) {
    const resource = KINDS[kind];
    if (resource !== undefined && command.target === null)
      records.set(`${resource} ${realId ?? id}`, {
        resource,
        id: realId ?? id,
        intentId: id,
        title,
        facts: factsIn(command),
      });
  }
  // An edit may name the record by its local id after the service has given it a real one.
  for (const { kind, command } of intents) {
    const { target, fields } = command;
    if (target === null || !isLocalRef(target)) continue;
    const record = records.get(`${KINDS[kind] ?? ''} ${realIdOf(target) ?? target}`);
    if (record === undefined) continue;
    record.facts = bothOf(record.facts, factsIn(command));
    if (typeof fields.name === 'string' && fields.name.trim() !== '') record.title = fields.name;
  }
  return [...records.values()];
};

/** The real id of a local id; null without one. */
type RealIdOf = (localRef: string) => string | null;

/** At most ten, the best match first. `intents`: those that wait, and those whose records the cache lacks. */
export const possibleDuplicates = (
  wanted: Wanted,
  cache: Pick<CacheStore, 'search' | 'get'>,
  intents: readonly UnnamedIntentView[],
  realIdOf: RealIdOf,
): PossibleDuplicate[] => {
  const mine: Facts = {
    names: keysOf(wanted.names, nameKey),
    emails: keysOf(wanted.emails, emailKey),
    domains: keysOf(wanted.emails, companyMailDomain),
    phones: keysOf(wanted.phones, phoneKey),
  };
  const own = new Set(wanted.exceptId === null ? [] : [wanted.exceptId, realIdOf(wanted.exceptId)]);
  const found = new Map<string, PossibleDuplicate>();
  const spellings = [...wanted.names, ...wanted.names.map(bareCompanyName)];
  for (const text of new Set([...spellings, ...wanted.emails, ...mine.domains, ...mine.phones])) {
    if (text.trim().length < 2) continue;
    for (const hit of proposalsFor(text, mine, cache)) {
      const key = `${hit.resource} ${hit.id}`;
      if (own.has(hit.id) || found.has(key)) continue;
      const values = cache.get(hit.resource, hit.id)?.row.values ?? {};
      const because = becauseOf(mine, factsOf(values, peopleIn(values.customers)));
      if (because.length > 0)
        found.set(key, {
          resource: hit.resource,
          id: hit.id,
          title: hit.title,
          subtitle: hit.subtitle,
          because,
        });
    }
  }
  for (const { resource, id, intentId, title, facts } of newRecordsIn(intents, realIdOf)) {
    if (own.has(id) || own.has(intentId)) continue;
    const because = becauseOf(mine, facts);
    if (because.length > 0) found.set(`${resource} ${id}`, { resource, id, title, subtitle: '', because });
  }
  return [...found.values()].sort((a, b) => b.because.length - a.because.length).slice(0, MOST);
};

const peopleIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => item !== null && typeof item === 'object')
    : [];
