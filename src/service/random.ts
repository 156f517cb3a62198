/** Seeded random numbers (mulberry32): the same seed gives the same sequence. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Random choices from one generator. */
export class Dice {
  readonly next: () => number;
  constructor(next: () => number) {
    this.next = next;
  }
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
  some<T>(items: readonly T[], low: number, high: number): T[] {
    return Array.from(
      new Set(Array.from({ length: this.int(low, Math.min(high, items.length)) }, () => this.pick(items))),
    );
  }
  digits(length: number): string {
    return Array.from({ length }, (_, i) => String(this.int(i === 0 ? 1 : 0, 9))).join('');
  }
}
