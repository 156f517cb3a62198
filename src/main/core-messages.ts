/**
 * Messages between a shell and the worker thread that hosts the core; contract frames travel on ports of
 * their own.
 */
import type { MessagePort } from 'node:worker_threads';
import type { HttpRequest } from '#core/ports/ports';

/** What the shell hands the worker when it starts. */
export interface CoreWorkerData {
  dataDirectory: string;
  shell: 'electron' | 'web';
  platform: string;
  version: string;
  secretStorage: 'keychain' | 'memory';
  openDemo: boolean;
  suggestedBaseUrl: string | null;
  /** How long what was saved waits before it is sent, where the user chose nothing. */
  undoSeconds: number;
  /** Why the worker before this one ended, if this is a restart. */
  restartedAfter?: string | null;
}

/** A secret asked of the shell, which alone can reach the keychain. */
export type SecretRequest =
  | { type: 'secret'; id: number; operation: 'get' | 'delete'; key: string }
  | { type: 'secret'; id: number; operation: 'set'; key: string; value: string };

/**
 * The system's way to an address, which the shell alone knows; answered as `DIRECT`, `PROXY host:port;
 * DIRECT` and the like.
 */
export interface ProxyRequest {
  type: 'proxy';
  id: number;
  url: string;
}

/**
 * A read that a proxy lets only the shell's browser stack do; answered as the JSON of an HttpResult. Never a
 * push.
 */
export interface SystemReadRequest {
  type: 'read';
  id: number;
  request: HttpRequest;
}

/**
 * The key of an account's database; `get` is answered with the JSON of a KeyAnswer, `make` and `keep` with
 * the key's hex, or null where the keyring does not take it.
 */
export type KeyRequest =
  | { type: 'key'; id: number; database: 'cache' | 'outbox'; operation: 'get'; account: string }
  | { type: 'key'; id: number; database: 'cache'; operation: 'make'; account: string }
  | { type: 'key'; id: number; database: 'outbox'; operation: 'keep'; account: string; key: string };

export type FromWorkerRequest = SecretRequest | KeyRequest | ProxyRequest | SystemReadRequest;
/** `encrypting`: a database is being encrypted, and nothing else happens until that is done. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'encrypting' }
  | { type: 'failed'; message: string }
  | { type: 'closed' }
  | FromWorkerRequest;

export type ToWorker =
  | { type: 'connect'; port: MessagePort }
  | { type: 'answer'; id: number; value: string | null; error?: string }
  /**
   * `done`: a number that becomes 1, and wakes the shell, which does nothing else until then, once everything
   * is closed.
   */
  | { type: 'close'; done?: SharedArrayBuffer };
