/** A clock and timers that the test moves. Events run in the order of their time, then of their creation. */
import type { Clock, Timers } from '#core/ports/ports';

/** A broken variant may schedule events without delay for ever; without this limit its run would not end. */
const MOST_AT_ONCE = 20_000;

interface Event {
  at: number;
  seq: number;
  run: () => void | Promise<void>;
  dead: boolean;
}

export class VirtualTime implements Clock, Timers {
  #now: number;
  #seq = 0;
  #queue: Event[] = [];
  constructor(start: number) {
    this.#now = start;
  }
  now(): number {
    return this.#now;
  }
  after(delayMs: number, callback: () => void | Promise<void>): () => void {
    const event: Event = {
      at: this.#now + Math.max(0, delayMs),
      seq: this.#seq++,
      run: callback,
      dead: false,
    };
    let at = this.#queue.length;
    while (at > 0 && this.#queue[at - 1]!.at > event.at) at--;
    this.#queue.splice(at, 0, event);
    return () => {
      event.dead = true;
    };
  }
  /**
   * Runs everything due within `ms` and waits for promises after each event; `each` is called after every
   * event.
   */
  async advance(ms: number, each?: () => void): Promise<void> {
    const until = this.#now + ms;
    let [instant, ran] = [this.#now, 0];
    await settle();
    for (;;) {
      const next = this.#queue[0];
      if (!next || next.at > until) break;
      this.#queue.shift();
      if (next.dead) continue;
      this.#now = Math.max(this.#now, next.at);
      [instant, ran] = instant === this.#now ? [instant, ran + 1] : [this.#now, 1];
      if (ran > MOST_AT_ONCE) throw new Error(`${ran} events at one instant: something runs in a circle`);
      await next.run();
      await settle();
      each?.();
    }
    // Something that waited may have advanced the time further meanwhile.
    this.#now = Math.max(this.#now, until);
  }
  pending(): number {
    return this.#queue.filter((event) => !event.dead).length;
  }
}

/** Promises that depend only on each other are settled after a turn of the event loop. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
