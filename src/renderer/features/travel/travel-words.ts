/** The state of a journey in one line, and the list of what is missing. */
import { useTranslation } from 'react-i18next';
import type { TravelState } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS } from '#shared/domain/travel';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';
import { formatMoment } from '../../format/time';
import { listText } from '../../format/values';
import { isReady, shortfallOf } from './travel-model';

export interface TravelWords {
  headline: string;
  missing: string[];
  absent: string[];
  beyond: string;
}

const recordsWord = (count: number | null): 'travel.records' | 'travel.recordsCount' =>
  count === null ? 'travel.records' : 'travel.recordsCount';

export const useTravelWords = (now: number): ((state: TravelState) => TravelWords) => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const number = (value: number): string => formatNumber(value, locale);
  return (state) => {
    const what = listText(
      state.counts.map(({ resource, count }) => t(`travel.of.${resource}`, { count })),
      locale,
    );
    const shortfall = shortfallOf(state);
    const time = state.asOf === null ? '' : formatMoment(state.asOf, locale, now);
    const headline = (): string => {
      const { running } = state;
      if (running !== null)
        return running.total === 0
          ? t('travel.readingLists')
          : t('travel.downloading', { done: number(running.done), total: number(running.total) });
      return isReady(state)
        ? t('travel.ready', { what, time })
        : t(`travel.notReady.${shortfall.why}`, {
            count: shortfall.count,
            formatted: number(shortfall.count),
          });
    };
    return {
      headline: headline(),
      missing: state.missing.map(({ resource, part, count, why }) =>
        t('travel.missing', {
          what: t(part === 'details' ? 'travel.details' : recordsWord(count), {
            kind: t(`resource.${resource}`),
            count: count === null ? '' : number(count),
          }),
          why: t(`travel.why.${why}`),
        }),
      ),
      absent: state.absent.map(({ resource, part, why }) =>
        t(part === 'details' ? 'travel.absentDetails' : 'travel.absentRecords', {
          kind: t(`resource.${resource}`),
          why: t(`travel.absent.${why}`),
        }),
      ),
      beyond:
        state.beyond === 0
          ? ''
          : t('travel.beyond', { count: state.beyond, most: number(MOST_TRAVEL_RECORDS) }),
    };
  };
};
