/** Adds records and lists to Travel and removes them, from any screen, and by the key `P`. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TravelPin } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS, travelKeyOf } from '#shared/domain/travel';
import { core } from '../../client/client';
import { usePreferences } from '../../client/preferences';
import { ask, exactly, inGroup, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { showToast } from '../../forms/windows/toast-state';
import { currentRoute, goTo } from '../../navigation/router';
import { afterSteps } from '../../records/walk-list';
import { isCovered, isTyping } from '../../ui/screen-keys';

const NONE: readonly string[] = [];

const pinAll = async (pins: readonly TravelPin[]): Promise<{ done: boolean }> =>
  pins.length > MOST_TRAVEL_RECORDS ? { done: false } : await core.travel.pin({ pins: [...pins] });

export interface TakeAlong {
  has: (pin: TravelPin) => boolean;
  /** Adds all pins, or removes them if all are already added; shows a message about it. */
  toggle: (pins: readonly TravelPin[]) => void;
}

export const useTakeAlong = (): TakeAlong => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const locale = usePreferences((state) => state.language);
  const keys = useQuery(ask(queryKeys.travelPins(), () => core.travel.pins())).data ?? NONE;
  const has = (pin: TravelPin): boolean => keys.includes(travelKeyOf(pin));
  /** Shows the change before the core has answered, so that a second press undoes the first. */
  const showChange = (changed: readonly string[], leaves: boolean): void => {
    void queries.cancelQueries(exactly(queryKeys.travelPins()));
    queries.setQueryData(queryKeys.travelPins(), (before) =>
      before === undefined
        ? before
        : [...before.filter((key) => !changed.includes(key)), ...(leaves ? [] : changed)],
    );
  };
  const change = async (pins: readonly TravelPin[]): Promise<void> => {
    const changed = pins.map(travelKeyOf);
    const present = queries.getQueryData(queryKeys.travelPins()) ?? (await core.travel.pins());
    const leaves = changed.every((key) => present.includes(key));
    showChange(changed, leaves);
    const { done } = await (leaves ? core.travel.unpin({ keys: changed }) : pinAll(pins)).finally(
      () => void queries.invalidateQueries(inGroup('travel')),
    );
    if (leaves) showToast({ text: t('travel.toastLeft') });
    else if (done && currentRoute().screen === 'travel') return;
    else if (!done)
      showToast({ text: t('travel.toastFull', { most: formatNumber(MOST_TRAVEL_RECORDS, locale) }) });
    else
      showToast({
        text: t('travel.toastTaken', { count: pins.length }),
        action: {
          label: t('travel.open'),
          run: () => {
            goTo('travel');
            core.travel
              .prepare()
              .then(() => queries.invalidateQueries(inGroup('travel')))
              .catch(() => undefined);
          },
        },
      });
  };
  return {
    has,
    toggle: (pins) => {
      if (pins.length > 0) change(pins).catch(() => showToast({ text: t('travel.toastFailed') }));
    },
  };
};

/** `P` adds or removes what `choose` returns: the open record, or the selected rows. */
export const useTakeAlongKey = (choose: () => readonly TravelPin[]): void => {
  const { toggle } = useTakeAlong();
  const latest = useRef({ choose, toggle });
  useEffect(() => {
    latest.current = { choose, toggle };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'p' ||
        event.isComposing ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTyping(event.target) ||
        isCovered()
      )
        return;
      const pins = latest.current.choose();
      if (pins.length === 0) return;
      event.preventDefault();
      afterSteps(() => latest.current.toggle(latest.current.choose()));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
