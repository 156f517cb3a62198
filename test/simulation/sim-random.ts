/** Seeded random choices of a run. */
import type { Random } from '#core/ports/ports';
import { seededRandom } from '#service/random';

export class SimRandom implements Random {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = seededRandom(seed);
  }
  uuid(): string {
    const hex = (): string =>
      Math.floor(this.next() * 0x100000000)
        .toString(16)
        .padStart(8, '0');
    return `${hex()}${hex()}${hex()}${hex()}`;
  }
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries[0]![0];
  }
}
