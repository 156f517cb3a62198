/** Adds pins to Travel or removes them, and shows a message about it. */
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { TravelPin } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS, travelKeyOf } from '#shared/domain/travel';
import { core } from '../../client/client';
import type { Language } from '../../client/languages';
import { exactly, inGroup, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { showToast } from '../../forms/windows/toast-state';
import { currentRoute, goTo } from '../../navigation/router';

interface Options {
  queries: QueryClient;
  t: TFunction;
  locale: Language;
}

const pinAll = async (pins: readonly TravelPin[]): Promise<{ done: boolean }> =>
  pins.length > MOST_TRAVEL_RECORDS ? { done: false } : await core.travel.pin({ pins: [...pins] });

/** Shows the change before the core has answered, so that a second press undoes the first. */
const showChange = (queries: QueryClient, changed: readonly string[], leaves: boolean): void => {
  void queries.cancelQueries(exactly(queryKeys.travelPins()));
  queries.setQueryData(queryKeys.travelPins(), (before) =>
    before === undefined
      ? before
      : [...before.filter((key) => !changed.includes(key)), ...(leaves ? [] : changed)],
  );
};

const openTravel = (queries: QueryClient): void => {
  goTo('travel');
  core.travel
    .prepare()
    .then(() => queries.invalidateQueries(inGroup('travel')))
    .catch(() => undefined);
};

/** Adds all pins, or removes them if all are already added. Rejects if the core refuses it. */
export const changePins = async (
  pins: readonly TravelPin[],
  { queries, t, locale }: Options,
): Promise<void> => {
  const changed = pins.map(travelKeyOf);
  const present = queries.getQueryData(queryKeys.travelPins()) ?? (await core.travel.pins());
  const leaves = changed.every((key) => present.includes(key));
  showChange(queries, changed, leaves);
  const { done } = await (leaves ? core.travel.unpin({ keys: changed }) : pinAll(pins)).finally(
    () => void queries.invalidateQueries(inGroup('travel')),
  );
  if (leaves) return showToast({ text: t('travel.toastLeft') });
  if (!done)
    return showToast({ text: t('travel.toastFull', { most: formatNumber(MOST_TRAVEL_RECORDS, locale) }) });
  if (currentRoute().screen === 'travel') return;
  showToast({
    text: t('travel.toastTaken', { count: pins.length }),
    action: { label: t('travel.open'), run: () => openTravel(queries) },
  });
};
