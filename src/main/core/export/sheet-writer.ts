import type { Cell } from './cell-value';

/** Makes a file row by row. `take` returns the finished part, so that only a piece is in memory. */
export interface SheetWriter {
  row(cells: readonly Cell[]): void;
  /** Writes the end of the file; no row may follow. */
  end(): void;
  /**
   * The part finished since the last call, as the contract's `chunk`; `''` if there is none. The texts of
   * several calls may be concatenated.
   */
  take(): string;
}
