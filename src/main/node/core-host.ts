/**
 * Runs the core's worker thread for a shell and wires clients to it. If the worker dies it is started again, and every
 * client is told to reconnect; nothing is lost, since what the screen called saved is on disk.
 */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { CoreWorkerData, FromWorker, SecretRequest, ToWorker } from '../core-messages';

export interface ShellSecrets {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** One window's line to the core. Frames are the contract's own encoding: text or bytes. */
export interface CoreClient {
  send(frame: string | Uint8Array): void;
  close(): void;
}

export interface CoreHostOptions {
  workerFile: URL;
  data: CoreWorkerData;
  secrets: ShellSecrets;
  /** The worker died `restarts` times; false stops the restarts. */
  onCrash(message: string, restarts: number): boolean;
}

export class CoreHost {
  private worker: Worker | null = null;
  private readonly clients = new Set<{ port: MessagePort; lost(): void }>();
  private closing = false;
  private restarts = 0;
  private readonly options: CoreHostOptions;

  constructor(options: CoreHostOptions) {
    this.options = options;
  }

  /** Resolves when the core has opened its databases; rejects with the core's own words when it cannot. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.options.workerFile, { workerData: this.options.data, name: 'core' });
      this.worker = worker;
      let lastError = 'the core stopped';
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'secret') void this.answerSecret(worker, message);
      });
      worker.on('error', (error) => (lastError = String(error)));
      worker.on('exit', () => {
        reject(new Error(lastError));
        if (this.worker === worker) this.worker = null;
        if (!this.closing) this.recover(lastError);
      });
    });
  }

  /** Opens a line to the core; `lost` is called once when the worker dies. */
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

  /** Lets the write in hand finish, closes the databases, ends the thread; at most `graceMs`. */
  async close(graceMs = 5000): Promise<void> {
    this.closing = true;
    const worker = this.worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.post({ type: 'close' });
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([exited, grace]);
    clearTimeout(timer);
    await worker.terminate();
  }

  private post(message: ToWorker, transfer: MessagePort[] = []): void {
    this.worker?.postMessage(message, transfer);
  }

  private async answerSecret(worker: Worker, request: SecretRequest): Promise<void> {
    const { secrets } = this.options;
    const reply = (value: string | null, error?: string): void =>
      worker.postMessage({ type: 'secret-answer', id: request.id, value, ...(error === undefined ? {} : { error }) } satisfies ToWorker);
    try {
      if (request.operation === 'get') reply(await secrets.get(request.key));
      else if (request.operation === 'set') reply(await secrets.set(request.key, request.value).then(() => null));
      else reply(await secrets.delete(request.key).then(() => null));
    } catch (error) {
      reply(null, error instanceof Error ? error.message : 'the keychain refused');
    }
  }

  private recover(message: string): void {
    const lost = [...this.clients];
    this.clients.clear();
    this.restarts += 1;
    if (!this.options.onCrash(message, this.restarts)) return;
    this.start().then(
      () => {
        for (const client of lost) client.lost();
      },
      () => undefined, // a start that fails ends in 'exit', which comes back here
    );
  }
}
