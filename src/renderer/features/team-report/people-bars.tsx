import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';
import { signed } from './report-model';
import css from './team-report.module.css';

const MOST_BARS = 14;
export interface PersonBar {
  id: string;
  name: string;
  now: number;
  before: number | null;
}

/**
 * Shows one figure per person, the highest first: a bar, a thin line under it for the previous range, and the
 * numbers as text, so that no information is only in the bars.
 */
export const PeopleBars = ({ bars }: { bars: readonly PersonBar[] }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const most = Math.max(1, ...bars.flatMap(({ now, before }) => [now, before ?? 0]));
  const number = (value: number): string => formatNumber(value, locale);
  const sorted = bars.toSorted((a, b) => b.now - a.now || (b.before ?? 0) - (a.before ?? 0));
  return (
    <>
      <ol className={css.bars}>
        {sorted.slice(0, MOST_BARS).map(({ id, name, now, before }) => (
          <li
            key={id}
            className={css.person}
            title={
              before === null
                ? t('activity.bar', { name, now: number(now) })
                : t('activity.barBefore', { name, now: number(now), before: number(before) })
            }
          >
            <span className="truncate">{name}</span>
            <span className={css.track} aria-hidden>
              <span className={css.fill} style={{ width: `${(now / most) * 100}%` }} />
              {before === null ? null : (
                <span className={css.fillBefore} style={{ width: `${(before / most) * 100}%` }} />
              )}
            </span>
            <span className={`${css.personValue} num`}>{number(now)}</span>
            <span className={`${css.delta} num`}>
              {before === null ? null : (
                <>
                  {signed(now - before, number)}
                  <span className="visually-hidden">
                    {' '}
                    ({t('activity.before')} {number(before)})
                  </span>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {sorted.length > MOST_BARS ? (
        <p className={css.moreBars}>{t('activity.morePeople', { count: sorted.length - MOST_BARS })}</p>
      ) : null}
    </>
  );
};
