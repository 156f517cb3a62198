/**
 * The timers of one life of the core in virtual time, and a computer that can sleep. During sleep no timer
 * runs. On waking, due timers run at once (`overdue`), or every timer continues with the rest of its delay
 * (`paused`, as on Linux).
 */
import type { Timers } from '#core/ports/ports';
import type { VirtualTime } from '../virtual-time';

interface Pending {
  at: number;
  run: () => void;
  cancel: () => void;
}

export class SimTimers implements Timers {
  readonly #time: VirtualTime;
  readonly #alive: () => boolean;
  #pending = new Set<Pending>();
  #asleep = false;
  constructor(time: VirtualTime, alive: () => boolean) {
    this.#time = time;
    this.#alive = alive;
  }
  after(delayMs: number, callback: () => void): () => void {
    const pending: Pending = {
      at: this.#time.now() + Math.max(0, delayMs),
      run: callback,
      cancel: () => undefined,
    };
    this.#pending.add(pending);
    this.#arm(pending);
    return () => {
      this.#pending.delete(pending);
      pending.cancel();
    };
  }
  sleep(): void {
    this.#asleep = true;
    for (const pending of this.#pending) pending.cancel();
  }
  wake(sleptMs: number, how: 'overdue' | 'paused'): void {
    this.#asleep = false;
    for (const pending of this.#pending) {
      if (how === 'paused') pending.at += sleptMs;
      this.#arm(pending);
    }
  }
  #arm(pending: Pending): void {
    if (this.#asleep) return;
    pending.cancel = this.#time.after(pending.at - this.#time.now(), () => {
      this.#pending.delete(pending);
      if (this.#alive()) pending.run();
    });
  }
}
