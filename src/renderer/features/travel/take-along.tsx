/**
 * Selects what is added to Travel: a button on a record, the key `P`, and the action for the selected rows of
 * a list.
 */
import { ActionIcon } from '@mantine/core';
import { IconLuggage } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TravelPin } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS, TRAVEL_KINDS, travelKeyOf, type TravelKind } from '#shared/domain/travel';
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';
import { usePreferences } from '../../client/preferences';
import { ask, exactly, inGroup, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { showToast } from '../../forms/windows/toast-state';
import { currentRoute, goTo } from '../../navigation/router';
import { Hint } from '../../ui/hint';
import { afterSteps } from '../../records/walk-list';
import type { FullView, Params } from '../../records/list-view';
import { isSameView, type SavedView, viewParams } from '../../records/saved-view-model';
import { isCovered, isTyping } from '../../ui/screen-keys';

const NONE: readonly string[] = [];

export const asTravelKind = (resource: ResourceName): TravelKind | undefined =>
  TRAVEL_KINDS.find((kind) => kind === resource);

/** Returns the pin of a record; null for a kind that cannot be added by itself. */
export const recordPin = (resource: ResourceName, id: string): TravelPin | null => {
  const kind = asTravelKind(resource);
  return kind === undefined ? null : { kind: 'record', resource: kind, id };
};

interface ShownList {
  /** The list as the screen shows it. */
  view: FullView & { resource: TravelKind };
  params: Params;
  views: readonly SavedView[];
  /** The name of a list that is not a saved view. */
  otherwise: string;
}

/** Names a list that is not saved by what it selects, so that the same list is never taken along twice (FNV-1a). */
const idOfSelection = (view: ShownList['view']): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify({ ...view, sort: [] })))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `unsaved-${hash.toString(16)}`;
};

/**
 * Returns the pin of all rows of a list. It has the id of the saved view only if the list shows the view as it
 * was saved: Travel takes a pin with this id for the saved view, and downloads what that selects.
 */
export const listPin = ({ view, params, views, otherwise }: ShownList): TravelPin => {
  const saved = views.find((one) => one.id === params.v && isSameView(one.params, viewParams(params)));
  return { kind: 'list', id: saved?.id ?? idOfSelection(view), name: saved?.name ?? otherwise, view };
};

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

/**
 * The button on an open record that adds it or removes it. Renders nothing for kinds that cannot be added.
 */
export const TakeAlongButton = ({ resource, id }: { resource: ResourceName; id: string }) => {
  const { t } = useTranslation();
  const { has, toggle } = useTakeAlong();
  const pin = recordPin(resource, id);
  if (pin === null) return null;
  const isTaken = has(pin);
  const label = t(isTaken ? 'travel.leave' : 'travel.take');
  return (
    <Hint label={`${label} · P`}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isTaken}
        {...(isTaken ? { variant: 'light' } : {})}
        onClick={() => toggle([pin])}
      >
        <IconLuggage size={16} />
      </ActionIcon>
    </Hint>
  );
};
