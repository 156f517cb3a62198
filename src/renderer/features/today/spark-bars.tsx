import type { WeekDay } from './week';
import css from './today-numbers.module.css';

const WIDTH = 112;
const HEIGHT = 34;
const BAR = 9;
const STEP = WIDTH / 7;

/**
 * Seven days, each with last week's bar behind this week's. Drawn with plain elements, because a chart
 * library would be the largest file of the screen.
 */
export const SparkBars = ({
  days,
  label,
  titleOf,
}: {
  days: readonly WeekDay[];
  label: string;
  titleOf: (day: WeekDay) => string;
}) => {
  const most = Math.max(1, ...days.flatMap(({ now, before }) => [now ?? 0, before]));
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - 2)));
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      {days.map((day, at) => {
        const x = at * STEP + (STEP - BAR) / 2;
        return (
          <g key={day.day}>
            <title>{titleOf(day)}</title>
            <rect x={at * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent" />
            <rect
              className={css.barBefore}
              x={x - 2}
              y={HEIGHT - 1 - heightOf(day.before)}
              width={BAR}
              height={heightOf(day.before)}
              rx={1.5}
            />
            <rect
              className={css.barNow}
              x={x + 2}
              y={HEIGHT - 1 - heightOf(day.now ?? 0)}
              width={BAR - 2}
              height={heightOf(day.now ?? 0)}
              rx={1.5}
            />
          </g>
        );
      })}
      <line className={css.barBase} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  );
};
