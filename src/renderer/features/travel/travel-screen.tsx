/**
 * Prepares a journey: what the user takes along, whether all of it is on this computer, and the download of
 * what is missing. The check reads only the disk, so it works without a connection.
 */
import { ActionIcon, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconListDetails,
  IconLuggage,
  IconPlayerStop,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TravelPinState, TravelState } from '#shared/contract/travel';
import { TRAVEL_KINDS, travelKeyOf } from '#shared/domain/travel';
import { core } from '../../client/client';
import { usePreferences } from '../../client/preferences';
import { useAppState, useColumnsOf } from '../../client/queries';
import { ask, inGroup, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { useChange } from '../../forms/windows/use-change';
import { hasPage, openCustomerPage } from '../../navigation/customer-route';
import { placeOf, RESOURCE_ICONS } from '../../navigation/places';
import { readView, withKnownFields } from '../../records/list-view';
import { openOnScreen } from '../../records/panel-state';
import { useAllSavedViews } from '../../records/saved-views';
import { useServerToday } from '../../records/use-server-today';
import { EmptyState, PageHeader, Skeleton } from '../../ui/layout';
import { useLineFocus } from '../../ui/use-line-focus';
import { useNow } from '../../ui/use-now';
import { NotRead } from '../../ui/not-read';
import { BeforeYouLeave } from './before-you-leave';
import { useTakeAlong } from './use-take-along';
import css from './travel.module.css';
import { changedList, isLost, isReady, type ListPin, pinTitle } from './travel-model';
import { useTravelWords } from './travel-words';
import { Hint } from '../../ui/hint';

const WHILE_RUNNING_MS = 700;
const AT_REST_MS = 10_000;

const useTravelState = () =>
  useQuery({
    ...ask(queryKeys.travelState(), () => core.travel.state()),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.running !== null ? WHILE_RUNNING_MS : AT_REST_MS,
  });

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div className={css.lines}>
      <h3 className={css.linesTitle}>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );

/**
 * Adds changed lists again as they are now, and downloads what is missing. So "this week" is the week in which
 * the user prepares, not the one in which the list was added.
 */
const usePrepare = () => {
  const queries = useQueryClient();
  return useChange({
    mutationFn: async (changed: ListPin[]) => {
      if (changed.length > 0) await core.travel.pin({ pins: changed });
      return await core.travel.prepare();
    },
    onSettled: () => void queries.invalidateQueries(inGroup('travel')),
  });
};

const Verdict = ({ state, changed }: { state: TravelState; changed: ListPin[] }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const words = useTravelWords(useNow())(state);
  const again = (): void => void queries.invalidateQueries(inGroup('travel'));
  const prepare = usePrepare();
  const stop = useChange({ mutationFn: () => core.travel.stop(), onSettled: again });
  const ready = isReady(state);
  const { running } = state;
  const StillIcon = ready ? IconCircleCheck : IconAlertTriangle;
  return (
    <section className={css.verdict} data-ready={ready && running === null}>
      <div className={css.headline}>
        {running !== null ? <IconDownload size={22} aria-hidden /> : <StillIcon size={22} aria-hidden />}
        <p role="status">{words.headline}</p>
        {running === null ? (
          <Button
            variant={ready ? 'default' : 'filled'}
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => prepare.mutate(changed)}
          >
            {t(ready ? 'travel.update' : 'travel.download')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={15} aria-hidden />}
            // The second press of a double click on "Download" does not stop it.
            onClick={({ detail }) => {
              if (detail < 2) stop.mutate();
            }}
          >
            {t('travel.stop')}
          </Button>
        )}
      </div>
      {running === null ? null : (
        <div
          className={css.track}
          role="progressbar"
          aria-label={t('travel.progress')}
          aria-valuemin={0}
          aria-valuemax={running.total}
          aria-valuenow={running.done}
        >
          <span style={{ width: `${running.total === 0 ? 0 : (100 * running.done) / running.total}%` }} />
        </div>
      )}
      {words.beyond === '' ? null : <p className={css.note}>{words.beyond}</p>}
      <Lines title={t('travel.missingTitle')} lines={words.missing} />
      <Lines title={t('travel.absentTitle')} lines={words.absent} />
    </section>
  );
};

const openPin = ({ resource, id }: TravelPinState): void => {
  if (id === null) return;
  if (hasPage(resource)) openCustomerPage({ resource, id });
  else openOnScreen(placeOf(resource), { resource, id });
};

const pinState = ({ isGone, missing }: TravelPinState): 'gone' | 'here' | 'missing' => {
  if (isGone) return 'gone';
  return missing === 0 ? 'here' : 'missing';
};

interface PinLineProperties {
  pin: TravelPinState;
  onLeave: () => void;
  /** Takes the list along as it is now; null if it has not changed. */
  onTakeAgain: (() => void) | null;
}

const PinLine = ({ pin, onLeave, onTakeAgain }: PinLineProperties) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const Icon = pin.kind === 'list' ? IconListDetails : RESOURCE_ICONS[pin.resource];
  const subjects = t(`travel.of.${pin.resource}`, { count: pin.subjects });
  const isAbsent = pin.missing === null && pin.subjects === 0;
  const what = [
    ...(pin.kind === 'list' ? [t('travel.list'), subjects] : [t(`resourceOne.${pin.resource}`)]),
    ...(isAbsent
      ? []
      : [t('travel.pinRecords', { count: pin.records, formatted: formatNumber(pin.records, locale) })]),
  ].join(' · ');
  const lost = isLost(pin);
  const title = lost ? t('travel.lost', { what: t(`resourceOne.${pin.resource}`), id: pin.id }) : pin.title;
  const heldText = (): string => {
    if (pin.missing === null) return t(isAbsent ? 'travel.pinNotHere' : 'travel.pinLists');
    return pin.missing === 0
      ? t('travel.pinComplete')
      : t('travel.pinMissing', { count: pin.missing, formatted: formatNumber(pin.missing, locale) });
  };
  return (
    <li className={css.pin}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <div className={css.pinText}>
        {pin.id === null || pin.isGone || lost ? (
          <span className="name-text truncate">{title}</span>
        ) : (
          <button type="button" className={`name-text truncate ${css.link}`} onClick={() => openPin(pin)}>
            {pin.title}
          </button>
        )}
        {lost ? null : <small>{what}</small>}
        {onTakeAgain === null ? null : (
          <small>
            {t('travel.changed')}{' '}
            <button
              type="button"
              className={`${css.link} ${css.again}`}
              aria-label={t('travel.takeChangedOne', { what: pin.title })}
              onClick={onTakeAgain}
            >
              {t('travel.takeChanged')}
            </button>
          </small>
        )}
      </div>
      <span className={css.pinState} data-state={pinState(pin)}>
        {pin.isGone ? t('travel.pinGone') : heldText()}
      </span>
      <Hint label={t('travel.leave')}>
        <ActionIcon aria-label={t('travel.leaveOne', { what: title })} onClick={onLeave}>
          <IconX size={15} />
        </ActionIcon>
      </Hint>
    </li>
  );
};

/** Returns the lists that can be added as a whole: the user's own customers, and saved views. */
const useOfferedLists = (): ListPin[] => {
  const { t } = useTranslation();
  const today = useServerToday();
  const saved = useAllSavedViews();
  const columns = useColumnsOf(TRAVEL_KINDS);
  const self = useAppState().data?.account?.selfUserId ?? null;
  const mine =
    self === null
      ? []
      : [
          {
            kind: 'list' as const,
            id: 'mine',
            name: t('travel.mine'),
            view: {
              ...readView('company', {}, today),
              resource: 'company' as const,
              filters: [{ field: 'user_id', op: 'in' as const, values: [self] }],
            },
          },
        ];
  return [
    ...mine,
    ...TRAVEL_KINDS.flatMap((resource, at) => {
      const fields = columns[at];
      // A view may name a field that the CRM no longer has. The list itself leaves such a filter out too.
      return fields === undefined
        ? []
        : (saved[resource] ?? []).map(({ id, name, params }) => ({
            kind: 'list' as const,
            id,
            name,
            view: { ...withKnownFields(readView(resource, params, today), fields), resource },
          }));
    }),
  ];
};

const Pins = ({ pins, offered }: { pins: readonly TravelPinState[]; offered: readonly ListPin[] }) => {
  const { t } = useTranslation();
  const prepare = usePrepare();
  const queries = useQueryClient();
  const lines = useLineFocus<HTMLUListElement>('li');
  const leave = useChange({
    mutationFn: (keys: string[] | null) => core.travel.unpin({ keys }),
    onSettled: () => void queries.invalidateQueries(inGroup('travel')),
  });
  if (pins.length === 0) return null;
  return (
    <section className={css.section} aria-label={t('travel.listTitle')}>
      <div className={css.sectionHead}>
        <h2>{t('travel.listTitle')}</h2>
        {pins.length < 2 ? null : (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => leave.mutate(null)}>
            {t('travel.leaveAll')}
          </Button>
        )}
      </div>
      <ul {...lines}>
        {pins.map((pin) => {
          const changed = changedList(pin, offered);
          return (
            <PinLine
              key={pin.key}
              pin={{ ...pin, title: pinTitle(pin, offered) }}
              onLeave={() => leave.mutate([pin.key])}
              onTakeAgain={changed === undefined ? null : () => prepare.mutate([changed])}
            />
          );
        })}
      </ul>
    </section>
  );
};

const AddLists = ({ offered }: { offered: readonly ListPin[] }) => {
  const { t } = useTranslation();
  const { has, toggle } = useTakeAlong();
  const lists = offered.filter((pin) => !has(pin));
  if (lists.length === 0) return null;
  return (
    <section className={css.section} aria-label={t('travel.addTitle')}>
      <h2>{t('travel.addTitle')}</h2>
      <div className={css.adds}>
        {lists.map((pin) => (
          <Button
            key={travelKeyOf(pin)}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={13} aria-hidden />}
            aria-label={t('travel.addList', { name: pin.name })}
            onClick={() => toggle([pin])}
          >
            {pin.name}
          </Button>
        ))}
      </div>
    </section>
  );
};

export const TravelScreen = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const { data, isError, refetch } = useTravelState();
  const offered = useOfferedLists();
  const changed = (data?.pins ?? []).flatMap((pin) => changedList(pin, offered) ?? []);
  const count =
    data === undefined || data.counts.length === 0
      ? undefined
      : formatNumber(
          data.counts.reduce((sum, one) => sum + one.count, 0),
          locale,
        );
  const checking = isError ? (
    <div className={css.verdict}>
      <NotRead failed onRetry={() => void refetch()} />
    </div>
  ) : (
    <div className={css.verdict} role="status" aria-busy aria-label={t('travel.checking')}>
      <Skeleton width="50%" height={16} />
    </div>
  );
  const withoutPins =
    data === undefined ? (
      checking
    ) : (
      <div className={css.verdict}>
        <EmptyState
          icon={<IconLuggage size={28} stroke={1.4} />}
          title={t('travel.emptyTitle')}
          hint={t('travel.emptyHint', { key: 'P' })}
        />
      </div>
    );
  return (
    <div className={css.screen}>
      <PageHeader title={t('screen.travel')} count={count} />
      <div className={css.body}>
        <p className={css.intro}>{t('travel.intro')}</p>
        {data === undefined || data.pins.length === 0 ? (
          withoutPins
        ) : (
          <Verdict state={data} changed={changed} />
        )}
        <AddLists offered={offered} />
        <Pins pins={data?.pins ?? []} offered={offered} />
        <BeforeYouLeave />
      </div>
    </div>
  );
};
