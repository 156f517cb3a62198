/**
 * Everything that the core needs from its platform. The core has no other access to clock, randomness,
 * network or file system. The real ports are in `main/node`; the simulation passes its own, so the core is
 * deterministic.
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
 * The answer, or why there is none. `unsent` is set only if no byte of the request can have left (DNS,
 * connect, TLS, proxy CONNECT).
 */
export type HttpResult =
  | { kind: 'answer'; status: number; headers: Readonly<Record<string, string>>; text: string; url: string }
  | {
      kind: 'failure';
      /** `too-large` and `unreadable` (its compression is broken or unknown): an answer came, but cannot be used. */
      reason:
        | 'dns'
        | 'connect'
        | 'tls'
        | 'proxy'
        | 'timeout'
        | 'reset'
        | 'aborted'
        | 'too-large'
        | 'unreadable'
        | 'other';
      unsent: boolean;
      detail: string;
    };

export interface Transport {
  /** Reads may be retried by the caller; redirects to another host never carry Authorization. */
  read(request: HttpRequest): Promise<HttpResult>;
  /** A push leaves at most once, whatever happens: no redirects, no HTTP/2, no retries. */
  push(request: HttpRequest): Promise<HttpResult>;
}

/** Secrets by key, encrypted by the platform; `memory` if only memory is available. */
export interface Secrets {
  readonly storage: 'keychain' | 'memory';
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * The hex of the 32 random bytes that encrypt an account's cache, or why there is none. It is as secret as a
 * token.
 */
export type KeyAnswer =
  | { kind: 'key'; key: string }
  /** No key was ever made, or its file is missing. */
  | { kind: 'none' }
  /**
   * A key exists but is not available: the keyring does not answer now, cannot decrypt it, or there is no
   * real keyring in this session.
   */
  | { kind: 'unavailable'; reason: 'waiting' | 'undecryptable' | 'no-keyring' };

/** Keys of encrypted databases, wrapped by the platform's keyring, in `cache.key` beside the database. */
export interface DatabaseKeys {
  get(accountId: string): Promise<KeyAnswer>;
  /**
   * Makes a new key, stores it and reads it back. Returns null if the keyring refuses. Never replaces an
   * existing key.
   */
  make(accountId: string): Promise<string | null>;
}

/**
 * The key of an encrypted outbox, wrapped twice beside it: by the keyring (`outbox.key`) and by a recovery
 * code that the user keeps (`outbox.recovery`). A wrap is replaced only after the new one was tested.
 */
export interface OutboxKeys {
  newKey(): string;
  newCode(): string;
  /** The keyring's answer, or the key that a recovery code opened in this session. */
  get(accountId: string): Promise<KeyAnswer>;
  /**
   * Wraps the key by the keyring, stores it and reads it back. Returns false if the keyring refuses; then the
   * old wrap stays.
   */
  keep(accountId: string, key: string): Promise<boolean>;
  /**
   * Wraps the key by a code, stores it and reads it back. The previous code no longer works. Throws disk
   * errors.
   */
  wrap(accountId: string, key: string, code: string): void;
  /**
   * `none`: there is no such wrap, or it is damaged. After `opened`, `get` returns the key and `proved` is
   * true.
   */
  unwrap(accountId: string, typed: string): 'opened' | 'mistyped' | 'wrong' | 'none';
  /**
   * Returns the keys that this recovery code opens. It also tries the wraps that were set aside with an earlier outbox.
   * Returns null if the text is no recovery code. Nothing is kept in memory.
   */
  keysByCode(accountId: string, typed: string): string[] | null;
  /** Returns true if there is a wrap by a code that looks intact. */
  hasCode(accountId: string): boolean;
  /** Returns true if a recovery code opened this account's key in this session. */
  proved(accountId: string): boolean;
  /** Removes both wraps. */
  forget(accountId: string): void;
}

/**
 * The levels say who must act: error a developer; warn the user, who may notice; info nobody. Never log a
 * secret.
 */
export interface Log {
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/**
 * A prepared statement; the subset of better-sqlite3 that the core uses. `Answer` is what the statement
 * selects: a row by column names, the first column after `pluck`, an array of columns after `raw`. SQLite
 * does not check it. The caller names it where it writes the SQL, so that no answer needs a cast.
 */
export interface SqlStatement<Answer = unknown> {
  run(...params: SqlValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...params: SqlValue[]): Answer | undefined;
  all(...params: SqlValue[]): Answer[];
  iterate(...params: SqlValue[]): IterableIterator<Answer>;
  pluck(toggle?: boolean): SqlStatement<Answer>;
  raw(toggle?: boolean): SqlStatement<Answer>;
  safeIntegers(toggle?: boolean): SqlStatement<Answer>;
}

export interface SqlDatabase {
  prepare<Answer = unknown>(sql: string): SqlStatement<Answer>;
  exec(sql: string): unknown;
  pragma(sql: string, options?: { simple?: boolean }): unknown;
  transaction<A extends unknown[], R>(body: (...args: A) => R): (...args: A) => R;
  /** Makes `body` a function of this connection's SQL. */
  function(name: string, options: { deterministic: boolean }, body: (value: SqlValue) => SqlValue): unknown;
  readonly inTransaction: boolean;
  close(): unknown;
  readonly open: boolean;
}

export interface JournalContents {
  /** All readable records, in order. */
  records: string[];
  /** The number of unreadable records. */
  damaged: number;
  /** True if the file ends with an incomplete record, as after an interrupted append. */
  isCutOff: boolean;
  /** True if nothing is damaged, torn, or in another form than the current one. */
  isWhole: boolean;
  isAbsent: boolean;
}

/**
 * An append-only file of records, plain or encrypted. A record is text without line breaks. Every call throws
 * disk errors.
 */
export interface JournalFile {
  /** Leaves a torn last record out. Call before anything is written. */
  read(): JournalContents;
  /** With `sync` the records are on the disk when it returns. If it throws, nothing was added. */
  append(records: readonly string[], sync: boolean): void;
  /** Undoes the last append. The removal is on the disk when it returns. */
  takeBack(): void;
  /** A kill leaves the old records or the new ones. */
  replace(records: readonly string[]): void;
  /** Returns false if somebody else deleted or replaced the file. */
  inPlace(): boolean;
  sizeBytes(): number;
  close(): void;
}

/** Opens, moves aside and measures database files by name inside one directory. */
export interface Files {
  /** `''` names the data directory itself. */
  readonly directory: string;
  /** The path of a file or folder in the directory, with the separators of the system. */
  pathOf(name: string): string;
  /**
   * With a key, the database is encrypted by it. Throws SQLITE_NOTADB for a wrong key, and then changes
   * nothing.
   */
  open(name: string, key?: string): SqlDatabase;
  /**
   * Opens a copy of the records. A new one gets a tag on each page, so that SQLite finds any altered bit:
   * SQLITE_CORRUPT, in the first page SQLITE_NOTADB. Without a key the tags are made with a public key, and
   * the file is not secret. A file of an older version is opened as it is.
   */
  openTagged(name: string, key: string | null): SqlDatabase;
  /**
   * Gives a copy of the records that needs no secret key its tags, and encrypts it if there is a key. Does
   * nothing if there is nothing to change; if it throws, the file is unchanged.
   */
  addTags(name: string, key: string | null): void;
  /** `encrypted` is every file that needs a secret key: without the key a damaged file looks the same. */
  databaseKind(name: string): 'absent' | 'plain' | 'encrypted';
  /**
   * Encrypts a plain database that nobody has open. If it throws, the plain file is unchanged. A kill leaves
   * the plain file or the encrypted one.
   */
  encrypt(name: string, key: string): void;
  /** Decrypts the database, with the same guarantees. */
  decrypt(name: string, key: string): void;
  exists(name: string): boolean;
  /** Returns true for damage that makes SQLite open the file for reading only, as on a read-only disk. */
  isHeaderDamaged(name: string): boolean;
  /** Returns true if the WAL has commits after damage. SQLite would drop them without an error. */
  isLogDamaged(name: string): boolean;
  /** Makes a copy of the database with all of its WAL, for reading; returns the name of the copy. */
  foldLog(name: string): string;
  /** The form of a journal, from its first byte; an empty file counts as absent. */
  journalForm(name: string): 'absent' | 'plain' | 'encrypted';
  /**
   * Opens the journal with this name; `key` is the hex of its database's key, null if that is plain.
   * `readKey` reads existing content that is in another form.
   */
  journal(name: string, key: string | null, readKey?: string | null): JournalFile;
  /** Renames the database and its WAL files; returns the new name. */
  setAside(name: string): string;
  /** Deletes the database and its WAL files. Refuses `outbox.db` and `outbox.journal`. */
  remove(name: string): void;
  sizeBytes(name: string): number;
  /** The free bytes on the disk for this user. */
  freeBytes(): number;
  /**
   * Makes a reserve file of this size. Returns false if it does not exist and less than `least` bytes are
   * free.
   */
  makeReserve(sizeBytes: number, least: number): boolean;
  dropReserve(): void;
  /** The names in a folder, sorted; empty if there is no such folder. */
  list(name: string): string[];
  ensureDirectory(name: string): void;
  readText(name: string): string | null;
  /** Writes a temporary file, syncs it, and renames it. */
  writeText(name: string, text: string): void;
}

export interface Ports {
  clock: Clock;
  timers: Timers;
  random: Random;
  /** One transport per account, so that the demo's is bound to this process and cannot reach another host. */
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
