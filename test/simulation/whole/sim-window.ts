/**
 * A window of a whole-core history: the renderer's own client, connected to the core by the frames that the app
 * uses. The window stays open while the core restarts; its timers and random ids come from the world.
 */
import type { Core } from '#core/create-core';
import { createFrameServer } from '#node/serve-frames';
import type { Bridge } from '../../../src/preload/bridge';
import { SimRandom } from '../sim-random';
import type { VirtualTime } from '../virtual-time';

/** The renderer's code reads `window` while it is loaded, so it is loaded after `window` exists. */
const loadRenderer = async () => {
  const modules = await Promise.all([
    import('../../../src/renderer/client/client'),
    import('../../../src/renderer/forms/session/form-store'),
    import('../../../src/renderer/forms/opening/open-session'),
    import('../../../src/renderer/forms/saving/save-form'),
    import('../../../src/renderer/forms/saving/hand-over'),
    import('../../../src/renderer/forms/saving/undo-save'),
    import('../../../src/renderer/features/outbox/merge'),
    import('../../../src/renderer/navigation/form-route'),
  ]);
  const [client, store, session, save, handOver, undo, merge, routes] = modules;
  return { ...client, ...store, ...session, ...save, ...handOver, ...undo, ...merge, ...routes };
};
export type Renderer = Awaited<ReturnType<typeof loadRenderer>>;

/** The longest time that a frame takes from one end to the other. */
const SLOWEST_FRAME_MS = 12;

/**
 * The bridge of one window. A frame takes some milliseconds in each direction, and no frame overtakes another. After
 * the window is closed, no frame arrives, so a call that waits for its answer waits for ever.
 */
class SimBridge implements Bridge {
  #isOpen = true;
  #serving = 0;
  #toCore: ((frame: unknown) => void)[] = [];
  readonly #listeners = new Set<(frame: string) => void>();
  readonly #resets = new Set<() => void>();
  readonly #time: VirtualTime;
  readonly #random: SimRandom;
  /** When the last frame of each direction arrives. */
  readonly #arrives = { core: 0, window: 0 };
  constructor(time: VirtualTime, random: SimRandom) {
    this.#time = time;
    this.#random = random;
  }
  #later(to: 'core' | 'window', run: () => void): void {
    const now = this.#time.now();
    const at = Math.max(this.#arrives[to], now + this.#random.int(0, SLOWEST_FRAME_MS));
    this.#arrives[to] = at;
    this.#time.after(at - now, run);
  }
  call(frame: unknown): void {
    const own = this.#serving;
    this.#later('core', () => {
      if (own !== this.#serving) return;
      for (const listener of this.#toCore) listener(frame);
    });
  }
  subscribe(listener: (frame: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  onReset(listener: () => void): () => void {
    this.#resets.add(listener);
    return () => void this.#resets.delete(listener);
  }
  /** Connects to a core. Answers of the previous one are lost. */
  serve(core: Core): void {
    const own = ++this.#serving;
    this.#toCore = [];
    createFrameServer(core.router)({
      onFrame: (listener) => void this.#toCore.push(listener),
      onClose: () => undefined,
      send: (frame) => {
        this.#later('window', () => {
          if (!this.#isOpen || own !== this.#serving) return;
          for (const listener of this.#listeners) listener(frame as string);
        });
      },
    });
    for (const reset of [...this.#resets]) reset();
  }
  /** The core ended. */
  cut(): void {
    this.#serving++;
    this.#toCore = [];
  }
  close(): void {
    this.#isOpen = false;
    this.cut();
  }
}

export class SimWindow {
  readonly #time: VirtualTime;
  readonly #random: SimRandom;
  #bridge: SimBridge;
  #core: Core | null = null;
  #renderer: Renderer | null = null;
  #undo: (() => void)[] = [];
  constructor(time: VirtualTime, seed: number) {
    this.#time = time;
    this.#random = new SimRandom(seed ^ 0xf0b4);
    this.#bridge = new SimBridge(time, this.#random);
  }
  /** The renderer's modules, connected to the core. */
  async renderer(): Promise<Renderer> {
    if (this.#renderer === null) {
      this.#install();
      this.#renderer = await loadRenderer();
      this.#connect(this.#renderer);
    }
    return this.#renderer;
  }
  #connect(renderer: Renderer): void {
    Object.assign(globalThis.window, { satchel: this.#bridge });
    renderer.connectCore();
    if (this.#core !== null) this.#bridge.serve(this.#core);
  }
  /** The core started (or ended: null). */
  onCore(core: Core | null): void {
    this.#core = core;
    if (core === null) this.#bridge.cut();
    else this.#bridge.serve(core);
  }
  /** The window closes and opens again: pending calls of the old one are forgotten. */
  reload(): void {
    if (this.#renderer === null) return;
    this.#bridge.close();
    this.#bridge = new SimBridge(this.#time, this.#random);
    this.#connect(this.#renderer);
  }
  /** Replaces what the renderer takes from the browser: `window`, timers and random ids. */
  #install(): void {
    const replace = (of: object, name: string, value: unknown): void => {
      const before = Object.getOwnPropertyDescriptor(of, name);
      Object.defineProperty(of, name, { configurable: true, writable: true, value });
      this.#undo.push(() => {
        if (before === undefined) Reflect.deleteProperty(of, name);
        else Object.defineProperty(of, name, before);
      });
    };
    replace(globalThis, 'window', {
      location: { hash: '', href: 'satchel-app://app/', search: '', pathname: '/' },
      addEventListener: () => undefined,
    });
    const clear = globalThis.clearTimeout;
    const cancels = new Map<object, () => void>();
    replace(globalThis, 'setTimeout', (run: () => void, delayMs = 0): object => {
      const timer = { unref: () => timer };
      cancels.set(timer, this.#time.after(delayMs, run));
      return timer;
    });
    replace(globalThis, 'clearTimeout', (timer: object | undefined): void => {
      const cancel = timer === undefined ? undefined : cancels.get(timer);
      if (cancel) cancel();
      else clear(timer as NodeJS.Timeout | undefined);
    });
    replace(globalThis.crypto, 'randomUUID', () => this.#random.uuid());
  }
  dispose(): void {
    this.#bridge.close();
    for (const undo of this.#undo.toReversed()) undo();
    this.#undo = [];
  }
}
