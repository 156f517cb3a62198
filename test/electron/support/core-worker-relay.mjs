/**
 * Replaces `core-worker.js` in a copy of `out/main`, for an Electron whose Node is too old for the native
 * SQLite module (Node-API 10). The real worker, renamed `core-worker.real.js`, runs in a separate Node that
 * SATCHEL_NODE_FOR_CORE names. Every message and every frame is passed on. Only tests use it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  MessageChannel,
  Worker,
  isMainThread,
  parentPort,
  resourceLimits,
  workerData,
} from 'node:worker_threads';

/** The side of Electron: a worker thread in place of the core's. */
const relayToNode = () => {
  // In a package this file lies beside the archive, because only Electron can read files inside the archive.
  const file = fileURLToPath(import.meta.url).replace(/([\\/]app\.asar)([\\/])/, '$1.unpacked$2');
  const child = fork(file, [], {
    execPath: process.env.SATCHEL_NODE_FOR_CORE,
    execArgv: [],
    serialization: 'advanced',
  });
  const ports = new Map();
  let nextId = 0;
  let closedFlag = null;
  const setClosedFlag = () => {
    const flag = new Int32Array(closedFlag);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  const connect = (port) => {
    const id = nextId;
    nextId += 1;
    ports.set(id, port);
    port.on('message', (frame) => child.send({ id, frame }));
    port.on('close', () => {
      ports.delete(id);
      if (child.connected) child.send({ id, gone: true });
    });
    port.start();
    child.send({ id, connect: true });
  };
  child.send({ start: workerData, young: resourceLimits.maxYoungGenerationSizeMb });
  child.on('message', ({ id, frame, message }) => {
    if (message === undefined) {
      ports.get(id)?.postMessage(frame);
      return;
    }
    if (message.type === 'closed' && closedFlag) setClosedFlag();
    parentPort.postMessage(message);
    if (message.type !== 'closed') return;
    parentPort.close();
    child.disconnect();
  });
  // If the core dies, also by a signal, the worker dies.
  child.on('exit', (code) => {
    if (code !== 0) process.exit(code ?? 1);
  });
  process.on('exit', () => child.kill('SIGKILL'));
  parentPort.on('message', (message) => {
    if (message.type === 'connect') connect(message.port);
    else if (message.done) {
      closedFlag = message.done;
      child.send({ message: { type: 'close' } });
    } else child.send({ message });
  });
};

/** The side of Node: the main thread, with the real worker. */
const relayToWorker = () => {
  const ports = new Map();
  let worker;
  const start = (data, maxYoungGenerationSizeMb) => {
    worker = new Worker(new URL('./core-worker.real.js', import.meta.url), {
      workerData: data,
      name: 'core',
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    worker.on('message', (message) => process.send({ message }));
    worker.on('error', (error) => {
      console.error(error);
      process.exit(1);
    });
    worker.on('exit', (code) => process.exit(code));
  };
  const connect = (id) => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.on('message', (frame) => process.send({ id, frame }));
    worker.postMessage({ type: 'connect', port: port2 }, [port2]);
  };
  process.on('message', (told) => {
    if (told.start) start(told.start, told.young);
    else if (told.connect) connect(told.id);
    else if (told.gone) {
      ports.get(told.id)?.close();
      ports.delete(told.id);
    } else if (told.frame !== undefined) ports.get(told.id)?.postMessage(told.frame);
    else worker.postMessage(told.message);
  });
  process.on('disconnect', () => process.exit(0));
};

if (isMainThread) relayToWorker();
else relayToNode();
