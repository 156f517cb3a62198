/**
 * Runs the core's worker thread for a shell and connects clients to it. If the worker ends, it is restarted,
 * and every client is told to reconnect. Nothing is lost, because everything that the screen showed as saved
 * is on disk.
 *
 *   start → running ─ ends → (onCrash) ─ restart → running, clients told
 *                                      └ stop    → clients told; stopped until the shell calls start() again, as after close()
 */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { DatabaseKeys, HttpRequest, HttpResult } from '#core/ports/ports';
import type { CoreWorkerData, FromWorker, FromWorkerRequest, KeyRequest, ToWorker } from '../core-messages';
import { refusalOf } from './shell-requests';

/**
 * The size of V8's space for short-lived objects. A window of rows and its frame fit into it many times.
 * Without a limit V8 grows it to three times 16 MB and keeps that.
 */
const YOUNG_GENERATION_MB = 16;

export interface ShellSecrets {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** One window's connection to the core. Frames are in the contract's encoding: text or bytes. */
export interface CoreClient {
  send(frame: string | Uint8Array): void;
  close(): void;
}

/** Keys from the core, wrapped by the keyring. */
export interface KeptKeys extends Pick<DatabaseKeys, 'get'> {
  /** Stores the key and reads it back; returns false if nothing was changed. */
  keep(account: string, key: string): Promise<boolean>;
}

export interface CoreHostOptions {
  workerFile: URL;
  data: CoreWorkerData;
  secrets: ShellSecrets;
  /** Absent if there is no real keyring. */
  databaseKeys?: DatabaseKeys;
  /** The keyring's wraps of the keys of encrypted outboxes. */
  outboxKeys?: KeptKeys;
  /** A database is being encrypted, which may take seconds. */
  onEncrypting?(): void;
  /**
   * The system's route to an address, in the format of a proxy configuration file; absent if the shell knows
   * none.
   */
  resolveProxy?(url: string): Promise<string>;
  /** Reads with the shell's own network stack; absent if the shell has none. */
  readThroughShell?(request: HttpRequest): Promise<HttpResult>;
  /**
   * Called when the worker has ended or could not restart. `stop`, or an error thrown here, prevents a
   * restart.
   */
  onCrash(message: string): 'restart' | 'stop';
}

export class CoreHost {
  private worker: Worker | null = null;
  private readonly clients = new Set<{ port: MessagePort; lost(): void }>();
  private closing = false;
  private starting: Promise<void> | null = null;
  /** The worker that is not ready yet, at a start or a restart. `ended` resolves when it is ready or has failed. */
  private launching: { worker: Worker; ended: Promise<void> } | null = null;
  /** A worker was ready before. */
  private hasStarted = false;
  private readonly options: CoreHostOptions;

  constructor(options: CoreHostOptions) {
    this.options = options;
  }

  /**
   * Resolves when the core has opened its databases; rejects with the core's message if it cannot. May be
   * called again after a stop or a close. A call during a start or restart waits for it, because a second worker
   * would find the data in use; a call while the core runs starts nothing.
   */
  start(): Promise<void> {
    this.starting ??= this.startWorker().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  private async startWorker(): Promise<void> {
    while (this.launching) await this.launching.ended;
    // Also if a core runs: a restart may have ended after close().
    this.closing = false;
    if (this.worker) return;
    await this.launch(null);
    this.tellClients();
  }

  /**
   * Opens a connection to the core. `lost` is called once: when a worker that ended was restarted, or is not
   * restarted. Returns null while no worker runs.
   */
  connect(receive: (frame: string | Uint8Array) => void, lost: () => void): CoreClient | null {
    if (!this.worker) return null;
    const { port1, port2 } = new MessageChannel();
    const entry = { port: port1, lost };
    this.clients.add(entry);
    port1.on('message', receive);
    this.post({ type: 'connect', port: port2 }, [port2]);
    return {
      send: (frame) => port1.postMessage(frame),
      close: () => {
        this.clients.delete(entry);
        port1.close();
      },
    };
  }

  /**
   * Waits for the current write, closes the databases, ends the thread; takes at most `graceMs`. A core that is
   * starting is closed too.
   */
  async close(graceMs = 5000): Promise<void> {
    this.closing = true;
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    if (this.launching) await Promise.race([this.launching.ended, grace]);
    const worker = this.worker ?? this.launching?.worker;
    if (worker) await Promise.race([this.closed(worker), grace]);
    clearTimeout(timer);
    await worker?.terminate();
  }

  /** Asks the worker to close. Resolves when everything is closed, or the worker has ended. */
  private closed(worker: Worker): Promise<void> {
    // After everything is closed, the thread may be ended although a port or a timer still keeps it running.
    const done = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'closed') resolve();
      });
    });
    this.post({ type: 'close' });
    return done;
  }

  /**
   * The same, but blocks this thread, for an event after whose listener the process ends. Returns true if
   * everything was closed in time. A core that is starting gets no answer from the shell, and closes when its start
   * has ended.
   */
  closeBlocking(graceMs: number): boolean {
    this.closing = true;
    const worker = this.worker ?? this.launching?.worker;
    if (!worker) return true;
    const done = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    worker.postMessage({ type: 'close', done } satisfies ToWorker);
    return Atomics.wait(new Int32Array(done), 0, 0, graceMs) !== 'timed-out';
  }

  private launch(restartedAfter: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const worker = new Worker(this.options.workerFile, {
        workerData: {
          ...this.options.data,
          // The user may have opened another account since the first start.
          openDemo: this.options.data.openDemo && !this.hasStarted,
          restartedAfter,
        } satisfies CoreWorkerData,
        name: 'core',
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      });
      this.launching = { worker, ended };
      const endLaunch = (): void => {
        if (this.launching?.worker === worker) this.launching = null;
        end();
      };
      let lastError = 'the core stopped';
      let ready = false;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          ready = true;
          this.hasStarted = true;
          this.worker = worker;
          endLaunch();
          resolve();
        } else if (message.type === 'failed') {
          lastError = message.message;
          worker.terminate().catch(() => undefined);
        } else if (message.type === 'encrypting') this.options.onEncrypting?.();
        else if (message.type !== 'closed') void this.answer(worker, message);
      });
      worker.on('error', (error) => (lastError = String(error)));
      worker.on('exit', () => {
        if (this.worker === worker) this.worker = null;
        endLaunch();
        if (!ready) reject(new Error(lastError));
        else if (!this.closing) void this.recover(lastError);
      });
    });
  }

  private post(message: ToWorker, transfer: MessagePort[] = []): void {
    this.worker?.postMessage(message, transfer);
  }

  private async answer(worker: Worker, request: FromWorkerRequest): Promise<void> {
    const reply = (value: string | null, refusal: ReturnType<typeof refusalOf> = {}): void =>
      worker.postMessage({ type: 'answer', id: request.id, value, ...refusal } satisfies ToWorker);
    try {
      reply(await this.take(request));
    } catch (error) {
      reply(null, refusalOf(error));
    }
  }

  private async take(request: FromWorkerRequest): Promise<string | null> {
    const { secrets, resolveProxy, readThroughShell } = this.options;
    if (request.type === 'key') return this.takeKey(request);
    if (request.type === 'read')
      return readThroughShell ? JSON.stringify(await readThroughShell(request.request)) : null;
    if (request.type === 'proxy') return resolveProxy ? resolveProxy(request.url) : 'DIRECT';
    switch (request.operation) {
      case 'get':
        return secrets.get(request.key);
      case 'set':
        await secrets.set(request.key, request.value);
        return null;
      case 'delete':
        await secrets.delete(request.key);
        return null;
    }
  }

  private async takeKey(request: KeyRequest): Promise<string | null> {
    const { databaseKeys, outboxKeys } = this.options;
    switch (request.operation) {
      case 'get': {
        const answer = await (request.database === 'cache' ? databaseKeys : outboxKeys)?.get(request.account);
        return answer ? JSON.stringify(answer) : null;
      }
      case 'make':
        return (await databaseKeys?.make(request.account)) ?? null;
      case 'keep':
        return (await outboxKeys?.keep(request.account, request.key)) ? request.key : null;
    }
  }

  private async recover(message: string): Promise<void> {
    for (let reason = message; !this.closing && this.restartsAfter(reason);) {
      try {
        await this.launch(reason);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        continue;
      }
      this.tellClients();
      return;
    }
    // Otherwise a call to the ended worker would wait for ever. After close(), the clients are told by start().
    if (!this.closing) this.tellClients();
  }

  /**
   * If the shell's decision throws, there is no restart: the shell may no longer count crashes, and restarts
   * might never end.
   */
  private restartsAfter(reason: string): boolean {
    try {
      return this.options.onCrash(reason) === 'restart';
    } catch {
      return false;
    }
  }

  /** Tells the clients that their worker has ended. */
  private tellClients(): void {
    const lost = [...this.clients];
    this.clients.clear();
    for (const client of lost) {
      try {
        client.lost();
      } catch {
        // An error of one window must not stop the others from reconnecting.
      }
    }
  }
}
