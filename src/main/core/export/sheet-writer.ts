import type { Cell } from './cell-value';

/**
 * Makes a file row by row; `take` hands over what is ready, so that no more than a piece of it is ever in
 * memory.
 */
export interface SheetWriter {
  row(cells: readonly Cell[]): void;
  /** The last bytes; nothing may follow. */
  end(): void;
  /**
   * What is ready since the last call, as the contract's `chunk`; `''` when nothing is. Texts of several
   * calls may be put together before they are read.
   */
  take(): string;
}
