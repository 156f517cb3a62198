/**
 * What the core needs from its platform, and nothing else: no ambient clock, randomness, network, file
 * system. Real ones live in `main/node`; the simulation passes its own, so the core is deterministic given
 * these.
 */

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export interface Timers {
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

export interface Random {
  /** In [0, 1). */
  next(): number;
  uuid(): string;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
}

/**
 * What came back, or why nothing did. `unsent` is set only when no request byte can have left (DNS, connect,
 * TLS, proxy CONNECT).
 */
export type HttpResult =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string; url: string }
  | {
      kind: 'failure';
      reason: 'dns' | 'connect' | 'tls' | 'proxy' | 'timeout' | 'reset' | 'aborted' | 'too-large' | 'other';
      unsent: boolean;
      detail: string;
    };

export interface Transport {
  /** Reads may be retried by the caller; redirects to another host never carry Authorization. */
  read(request: HttpRequest): Promise<HttpResult>;
  /** A push leaves at most once, whatever happens: no redirects, no HTTP/2, no retries. */
  push(request: HttpRequest): Promise<HttpResult>;
}

/** Secrets by key, encrypted by the platform; `session` when only memory is to be had. */
export interface Secrets {
  readonly storage: 'keychain' | 'memory';
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * Hex of the 32 random bytes that encrypt an account's cache, or why there is none. It is as secret as a
 * token.
 */
export type KeyAnswer =
  | { kind: 'key'; key: string }
  /** None was ever made, or its file is gone. */
  | { kind: 'none' }
  /**
   * One exists and cannot be had: the keyring does not answer for now, says it cannot decrypt it, or there is
   * no real keyring in this session.
   */
  | { kind: 'unavailable'; reason: 'waiting' | 'undecryptable' | 'no-keyring' };

/** Keys of encrypted databases, wrapped by the platform's keyring, in `cache.key` beside the database. */
export interface DatabaseKeys {
  get(accountId: string): Promise<KeyAnswer>;
  /**
   * A new key, on disk and read back before it is answered; null where the keyring does not take it. Never
   * replaces one.
   */
  make(accountId: string): Promise<string | null>;
}

/**
 * The key of an encrypted outbox, wrapped twice beside it: by the keyring (`outbox.key`) and by a recovery
 * code that the user keeps (`outbox.recovery`). Neither wrap is ever replaced before the new one was proved
 * to open.
 */
export interface OutboxKeys {
  newKey(): string;
  newCode(): string;
  /** What the keyring says, or the key that a recovery code opened in this session. */
  get(accountId: string): Promise<KeyAnswer>;
  /**
   * Wraps by the keyring, on disk and read back; false, with the old wrap as it was, where the keyring does
   * not take it.
   */
  keep(accountId: string, key: string): Promise<boolean>;
  /**
   * Wraps by a code, on disk and read back; the code before opens nothing any more. Throws what the disk
   * says.
   */
  wrap(accountId: string, key: string, code: string): void;
  /**
   * `none`: there is no such wrap, or it is damaged. A key that was opened answers `get` from now on, and
   * counts as `proved`.
   */
  unwrap(accountId: string, typed: string): 'opened' | 'mistyped' | 'wrong' | 'none';
  /** Whether there is a wrap by a code, whole as far as can be seen without the code. */
  hasCode(accountId: string): boolean;
  /** A recovery code opened this account's key in this session. */
  proved(accountId: string): boolean;
  /** Removes both wraps. */
  forget(accountId: string): void;
}

/**
 * Levels say who must act: error a developer, warn the user may notice, info an operator reading along. Never
 * a secret.
 */
export interface Log {
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** A prepared statement; the subset of better-sqlite3 that the core uses. */
export interface SqlStatement {
  run(...params: SqlValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...params: SqlValue[]): unknown;
  all(...params: SqlValue[]): unknown[];
  iterate(...params: SqlValue[]): IterableIterator<unknown>;
  pluck(toggle?: boolean): SqlStatement;
  raw(toggle?: boolean): SqlStatement;
  safeIntegers(toggle?: boolean): SqlStatement;
}

export interface SqlDatabase {
  prepare(sql: string): SqlStatement;
  exec(sql: string): unknown;
  pragma(sql: string, options?: { simple?: boolean }): unknown;
  transaction<A extends unknown[], R>(body: (...args: A) => R): (...args: A) => R;
  readonly inTransaction: boolean;
  close(): unknown;
  readonly open: boolean;
}

export interface JournalContents {
  /** Every record that can be read, from the first on. */
  records: string[];
  /** Records that cannot. */
  damaged: number;
  /** Nothing is damaged, torn, or in another form than it would be written in now. */
  isWhole: boolean;
  isAbsent: boolean;
}

/**
 * A file of records that is added to at its end, plain or encrypted. A record is text without line ends.
 * Every call throws what the disk says.
 */
export interface JournalFile {
  /** A torn last record is left out. Called before anything is written. */
  read(): JournalContents;
  /** With `sync` the records are on the disk when it returns. One that throws adds nothing. */
  append(records: readonly string[], sync: boolean): void;
  /** Undoes the last append. */
  takeBack(): void;
  /** A kill leaves the old records or the new ones. */
  replace(records: readonly string[]): void;
  /** False where the file was deleted or replaced by somebody else. */
  inPlace(): boolean;
  sizeBytes(): number;
  close(): void;
}

/** Opens, moves aside and measures database files by name inside one directory. */
export interface Files {
  /** `''` names the data directory itself. */
  readonly directory: string;
  /**
   * With a key, the database is encrypted by it. Throws SQLITE_NOTADB for a wrong one, and changes nothing
   * then.
   */
  open(name: string, key?: string): SqlDatabase;
  /** `encrypted` is whatever is not plain SQLite: without the key a damaged file looks the same. */
  databaseKind(name: string): 'absent' | 'plain' | 'encrypted';
  /**
   * Encrypts a plain database that nobody has open. Throws when it cannot, and leaves the plain one as it
   * was; killed, it leaves the one or the other.
   */
  encrypt(name: string, key: string): void;
  /** The way back, with the same promise. */
  decrypt(name: string, key: string): void;
  exists(name: string): boolean;
  /** True when commits lie in the WAL behind damage, where opening the database would drop them. */
  isLogDamaged(name: string): boolean;
  /** A copy of the database with all of its WAL in it, for reading; answers the name of the copy. */
  foldLog(name: string): string;
  /** By its first byte; an empty file counts as absent. */
  journalForm(name: string): 'absent' | 'plain' | 'encrypted';
  /**
   * The journal of this name; `key` is the hex of its database's key, null where that is plain. What lies
   * there may be in another form, to be read by another key.
   */
  journal(name: string, key: string | null, readKey?: string | null): JournalFile;
  /** Renames the database and its WAL files, returns the new name. */
  setAside(name: string): string;
  /** Deletes the database and its WAL files. Refuses `outbox.db` and `outbox.journal`. */
  remove(name: string): void;
  sizeBytes(name: string): number;
  /** What the disk has left for this user, in bytes. */
  freeBytes(): number;
  /**
   * Keeps room on the disk by a file of this size. False where it is not there and less than `least` bytes
   * are free.
   */
  makeReserve(sizeBytes: number, least: number): boolean;
  dropReserve(): void;
  /** The names in a folder, sorted; none where there is no such folder. */
  list(name: string): string[];
  ensureDirectory(name: string): void;
  readText(name: string): string | null;
  /** Written to a temporary file, synced, renamed. */
  writeText(name: string, text: string): void;
}

export interface Ports {
  clock: Clock;
  timers: Timers;
  random: Random;
  /** Per account, so that the demo's transport is bound in process and cannot reach another host. */
  transport(account: { baseUrl: string; demo: boolean }): Transport;
  secrets: Secrets;
  databaseKeys: DatabaseKeys;
  outboxKeys: OutboxKeys;
  log: Log;
  files: Files;
  shell: 'electron' | 'web';
  platform: string;
  version: string;
}
