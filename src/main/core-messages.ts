/**
 * Messages between a shell and the worker thread that hosts the core; contract frames travel on ports of
 * their own.
 */
import type { MessagePort } from 'node:worker_threads';
import type { HttpRequest } from '#core/ports/ports';

/** The start options that the shell passes to the worker. */
export interface CoreWorkerData {
  dataDirectory: string;
  shell: 'electron' | 'web';
  platform: string;
  version: string;
  secretStorage: 'keychain' | 'memory';
  openDemo: boolean;
  suggestedBaseUrl: string | null;
  /** How long a saved item waits before it is sent, in seconds, unless the user chose another time. */
  undoSeconds: number;
  /** Why the worker before this one ended, if this is a restart. */
  restartedAfter?: string | null;
}

/** Asks the shell for a secret. Only the shell can reach the keychain. */
export type SecretRequest =
  | { type: 'secret'; id: number; operation: 'get' | 'delete'; key: string }
  | { type: 'secret'; id: number; operation: 'set'; key: string; value: string };

/**
 * Asks which proxy the system uses for an address. Only the shell knows. The answer is like `DIRECT` or
 * `PROXY host:port; DIRECT`.
 */
export interface ProxyRequest {
  type: 'proxy';
  id: number;
  url: string;
}

/**
 * Asks the shell to read an address with its browser stack, because a proxy refuses others. The answer is the
 * JSON of an HttpResult. Never used for a push.
 */
export interface SystemReadRequest {
  type: 'read';
  id: number;
  request: HttpRequest;
}

/**
 * Asks for the key of an account's database. `get` is answered with the JSON of a KeyAnswer, `make` and `keep`
 * with the key's hex, or null if the keyring does not store it.
 */
export type KeyRequest =
  | { type: 'key'; id: number; database: 'cache' | 'outbox'; operation: 'get'; account: string }
  | { type: 'key'; id: number; database: 'cache'; operation: 'make'; account: string }
  | { type: 'key'; id: number; database: 'outbox'; operation: 'keep'; account: string; key: string };

export type FromWorkerRequest = SecretRequest | KeyRequest | ProxyRequest | SystemReadRequest;
/** `encrypting`: a database is being encrypted. The core does nothing else until that is done. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'encrypting' }
  | { type: 'failed'; message: string }
  | { type: 'closed' }
  | FromWorkerRequest;

export type ToWorker =
  | { type: 'connect'; port: MessagePort }
  /** `code`: the system's code of the error, such as `ENOSPC`. */
  | { type: 'answer'; id: number; value: string | null; error?: string; code?: string }
  /**
   * `done` becomes 1 once everything is closed. The shell blocks on it until then.
   */
  | { type: 'close'; done?: SharedArrayBuffer };
