/** Adds records and lists to Travel and removes them, from any screen, and by the key `P`. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TravelPin } from '#shared/contract/travel';
import { travelKeyOf } from '#shared/domain/travel';
import { core } from '../../client/client';
import { usePreferences } from '../../client/preferences';
import { ask, queryKeys } from '../../client/query-keys';
import { showToast } from '../../forms/windows/toast-state';
import { loadAllTexts } from '../../i18n/i18n';
import { afterSteps } from '../../records/walk-list';
import { isScreenKey, letterOf } from '../../ui/screen-keys';

const NONE: readonly string[] = [];

/** The change and its messages are loaded when they are needed. */
const loadChange = async () => (await Promise.all([import('./change-pins'), loadAllTexts()]))[0];
/** Preloads what a change of the pins needs. */
export const preloadTakeAlong = (): Promise<unknown> => loadChange();

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
  const change = async (pins: readonly TravelPin[]): Promise<void> =>
    (await loadChange()).changePins(pins, { queries, t, locale });
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
      if (letterOf(event) !== 'p' || event.repeat || !isScreenKey(event)) return;
      const pins = latest.current.choose();
      if (pins.length === 0) return;
      event.preventDefault();
      afterSteps(() => latest.current.toggle(latest.current.choose()));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
