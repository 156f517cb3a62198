/**
 * Everything that the support needs as one text, which the user can read before sending it. It contains no
 * token, no secret, no name of a person or a customer and no value of a record. Text that looks like one is
 * removed again at the end.
 */
import type { Failure } from '#shared/contract/errors';
import type { OutboxSummary } from '#shared/contract/outbox';
import type { SyncState } from '#shared/contract/sync';

/** In place of a part that a damaged file cannot give: the code of the error. */
export interface Unreadable {
  unreadable: string;
}

export interface BundleFacts {
  madeAt: string;
  version: string;
  shell: string;
  platform: string;
  tokenStorage: string;
  demo: boolean;
  baseUrl: string;
  auth: string;
  /** The data directory; its path may contain the user's name. */
  directory: string;
  sync: SyncState | Unreadable;
  outbox: OutboxSummary | Unreadable | null;
  /** Parts of the Diagnostics screen, as they are. */
  parts: Readonly<Record<string, unknown>>;
  log: readonly { at: string; level: string; message: string; facts: string }[];
}

const syncFacts = (sync: BundleFacts['sync']) =>
  'unreadable' in sync
    ? sync
    : {
        connectivity: sync.connectivity,
        since: sync.since,
        lastAnswerAt: sync.lastAnswerAt,
        running: sync.running,
        freshAsOf: sync.freshAsOf,
        newestPagesRead: sync.newestPagesRead,
        error: codeOf(sync.error),
        resources: sync.resources.map((entry) => ({ ...entry, error: codeOf(entry.error) })),
      };

const outboxFacts = (outbox: OutboxSummary | Unreadable) =>
  'counts' in outbox
    ? {
        counts: outbox.counts,
        waiting: outbox.waiting,
        needsUser: outbox.needsUser,
        paused: outbox.paused,
        needsSignIn: outbox.needsSignIn,
        holds: outbox.holds,
      }
    : outbox;

export const bundleText = (facts: BundleFacts): string => {
  const document = {
    satchel: {
      version: facts.version,
      shell: facts.shell,
      platform: facts.platform,
      tokenStorage: facts.tokenStorage,
      madeAt: facts.madeAt,
    },
    account: { demo: facts.demo, host: hostOf(facts.baseUrl), auth: facts.auth },
    sync: syncFacts(facts.sync),
    outbox: facts.outbox && outboxFacts(facts.outbox),
    ...facts.parts,
    log: facts.log.map(
      ({ at, level, message, facts: more }) => `${at} ${level} ${message}${more === '' ? '' : ` ${more}`}`,
    ),
  };
  return reportText(document, facts.directory);
};

/** Only the code, because the detail of an error may quote the service. */
const codeOf = (failure: Failure | null): string | null => failure?.code ?? null;

const hostOf = (baseUrl: string): string => /^https?:\/\/([^/?#]+)/.exec(baseUrl)?.[1] ?? '';

const TOKEN_LIKE = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{6,}\b/g;
/** Names and domains may have letters of every alphabet. */
const EMAIL = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.+'-]*@[\p{L}\p{M}\p{N}_-]+\.[\p{L}\p{M}\p{N}_.-]+/gu;
/** The name of a user of Windows may contain spaces. */
const WINDOWS_HOME = /[A-Z]:[\\/]+Users[\\/]+[^\\/"]+/gi;
/** A path on a server. It may name a person anywhere, because companies keep the documents of their users there. */
const NETWORK_PATH =
  /(?<![^\s"'(])\\{2,4}(?:\?\\{1,2}UNC\\{1,2})?(?:[^\\/"<>|:?*\r\n]+\\{1,2}){2,}[^\\/"<>|:?*\s']+/gi;
const HOME = /(?:\/home\/|\/Users\/)[^/\\"\s]+/g;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Removes from a text of a report what names a person: folders of users, e-mail addresses, tokens. The facts of a log
 * line are JSON, so a path in them is escaped.
 */
const withoutNames = (text: string, directory: string): string =>
  text
    .replaceAll(escaped(directory), '<data>')
    .replaceAll(directory, '<data>')
    .replace(NETWORK_PATH, '<network>')
    .replace(WINDOWS_HOME, '<home>')
    .replace(HOME, '<home>')
    .replace(TOKEN_LIKE, '…')
    .replace(EMAIL, '<e-mail>');

/**
 * A report as JSON, without what names a person in any of its texts. Each text is treated by itself: in the finished
 * JSON the letter of an escaped line break would be taken for the first letter of the address that follows it.
 */
export const reportText = (report: object, directory: string): string =>
  JSON.stringify(
    report,
    (_name, value: unknown) => (typeof value === 'string' ? withoutNames(value, directory) : value),
    2,
  );
