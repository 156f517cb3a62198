/** Placeholder rows for a list that is not read yet, with the widths of its columns. */
import { Skeleton } from '../../../ui/layout';
import { NotRead } from '../../../ui/not-read';
import css from '../../../records/grid.module.css';
import { GUTTER } from './grid-geometry';

interface Width {
  key: string;
  width: number;
}
const ROWS = 14;
const COLUMNS = 8;
/** Widths used until the columns are known. */
const USUAL: readonly Width[] = [140, 240, 220, 120, 100, 120].map((width, at) => ({
  key: String(at),
  width,
}));

const Row = ({ at, height, columns }: { at: number; height: number; columns: readonly Width[] }) => (
  <div style={{ display: 'flex', height, paddingLeft: GUTTER, opacity: 1 - at / (ROWS + 1) }}>
    {columns.slice(0, COLUMNS).map(({ key, width }, index) => (
      <div key={key} style={{ width, padding: '0 12px', alignSelf: 'center', flex: 'none' }}>
        <Skeleton width={`${40 + ((at * 7 + index * 13) % 45)}%`} />
      </div>
    ))}
  </div>
);

/** Covers the area below the header of the grid. */
export const LoadingRows = ({ rowHeight, columns }: { rowHeight: number; columns: readonly Width[] }) => (
  <div className={css.overlay} aria-hidden style={{ alignContent: 'start' }}>
    {Array.from({ length: ROWS }, (_, at) => (
      <Row key={at} at={at} height={rowHeight} columns={columns} />
    ))}
  </div>
);

/** Shown in place of the grid until its columns are known, or if they cannot be read. */
export const LoadingGrid = ({
  rowHeight,
  failed,
  onRetry,
}: {
  rowHeight: number;
  failed: boolean;
  onRetry: () => void;
}) =>
  failed ? (
    <div className={css.scroll}>
      <NotRead failed onRetry={onRetry} />
    </div>
  ) : (
    <div className={css.scroll} aria-hidden>
      <LoadingRows rowHeight={rowHeight} columns={USUAL} />
    </div>
  );
