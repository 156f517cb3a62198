import { Switch } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { unsettledCount } from '#shared/domain/left-to-send';
import { usePreferences } from '../../client/preferences';
import { useRoute } from '../../navigation/router';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { useShownChoice } from '../../client/use-shown-choice';
import { formatNumber } from '../../format/decimal';
import { focusShown } from '../../ui/give-focus';
import { EmptyState, PageHeader } from '../../ui/layout';
import { NotRead } from '../../ui/not-read';
import { DraftList } from './draft-list';
import { GROUPS, groupOf } from './item-state';
import { OutboxBanners } from './outbox-banners';
import { OutboxDetail } from './outbox-detail';
import { OutboxList } from './outbox-list';
import { OutboxMenu } from './outbox-menu';
import css from './outbox.module.css';
import {
  useDone,
  useDrafts,
  useItemsById,
  useOutboxItem,
  useUnsettled,
  WAITING_STEP,
} from '../../client/outbox-queries';
import { UnreadableBanner } from './unreadable-banner';
import { useItemWords } from './item-words';
import { useOutboxChange } from './use-outbox-change';
import { useWaitWords } from './use-wording';

const PauseSwitch = () => {
  const { t } = useTranslation();
  const paused = useOutboxSummary(({ summary }) => summary?.paused ?? false);
  const pause = useOutboxChange((next: boolean) => core.outbox.pause({ paused: next }));
  return (
    <Switch
      label={t('outbox.pause.pause')}
      labelPosition="left"
      checked={useShownChoice(paused, pause)}
      onChange={(event) => pause.mutate(event.currentTarget.checked)}
    />
  );
};

const ROW = '[data-row][tabindex="0"]';
const DETAIL = '[data-outbox-detail]';

/**
 * When an item changes its group it is rendered elsewhere, and the element with the focus is removed. If the
 * focus was in the list or in the details, it returns there. A banner disappears with the press of its button;
 * the focus then goes to the list.
 */
const useKeptFocus = () => {
  const last = useRef<typeof ROW | typeof DETAIL | null>(null);
  useEffect(() => {
    if (last.current !== null && document.activeElement === document.body)
      focusShown(document.querySelector<HTMLElement>(last.current));
  });
  useEffect(() => {
    // A press of the pointer may remove the focus on purpose, so do not restore it.
    const forget = (): void => {
      last.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    return () => window.removeEventListener('pointerdown', forget, true);
  }, []);
  return {
    onFocus: (event: FocusEvent): void => {
      const detail = event.target.closest(DETAIL) ? DETAIL : null;
      last.current = event.target.closest('[data-row]') ? ROW : detail;
    },
    onBannerFocus: (): void => {
      last.current = ROW;
    },
  };
};

/** The items that the details of an item name and that are not in the list. */
const idsBeside = (shown: Awaited<ReturnType<typeof core.outbox.get>>, listed: readonly IntentView[]) => {
  if (shown === null) return [];
  const { intent, chain } = shown;
  const { waitsFor, dependants, predecessor } = intent;
  const ids = [
    ...waitsFor,
    ...dependants,
    ...(predecessor === null ? [] : [predecessor]),
    ...chain.map(({ id }) => id),
  ];
  const known = new Set([intent.id, ...listed.map(({ id }) => id)]);
  return [...new Set(ids)].filter((id) => !known.has(id));
};

/** Shows all outbox items by group and the drafts, with the details of the selected item. */
export const OutboxScreen = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const wanted = useRoute().params.item;
  const [shown, setShown] = useState(WAITING_STEP);
  const { data: unsettled, queued, failed, retry } = useUnsettled(shown);
  const summary = useOutboxSummary((state) => state.summary);
  const hidden = queued >= shown ? Math.max((summary?.counts.queued ?? 0) - queued, 0) : 0;
  const finished = useDone();
  const done = finished.data;
  const drafts = useDrafts().data ?? [];
  const wordsOf = useItemWords();
  const items = [...(unsettled ?? []), ...(done ?? []).filter((item) => groupOf(item) === 'done')];
  // A link may name an old item that is not among the latest ones.
  const { data: ofLink, isLoading: isReading } = useOutboxItem(wanted);
  const linked = ofLink?.intent;
  const first =
    GROUPS.filter((group) => group !== 'done').flatMap((group) =>
      (unsettled ?? []).filter((item) => groupOf(item) === group),
    )[0] ?? done?.[0];
  // While the item of a link is being read, no other item is shown: the buttons would act on the wrong item.
  const otherwise = isReading ? undefined : first?.id;
  const selected = items.find(({ id }) => id === wanted)?.id ?? linked?.id ?? otherwise;
  const others = useItemsById(idsBeside(useOutboxItem(selected).data ?? null, items)).data ?? [];
  const textOf = (id: string, part: 'line' | 'title'): string => {
    const item = [...items, ...others].find((one) => one.id === id);
    return item ? wordsOf(item)[part] : t('outbox.untitled');
  };
  const titleOf = (id: string): string => textOf(id, 'line');
  const waitWords = useWaitWords((id) => textOf(id, 'title'));
  const loaded = unsettled !== undefined && done !== undefined;
  const isUnread = !loaded && (failed || finished.isError);
  const readAgain = (): void => {
    retry();
    if (finished.isError) void finished.refetch();
  };
  // For a moment the item is in neither query result: it has left the queue and is not yet in the finished
  // list.
  const empty = loaded && items.length === 0 && drafts.length === 0 && linked === undefined;
  const { onFocus, onBannerFocus } = useKeptFocus();
  const count = summary ? unsettledCount(summary) : 0;
  return (
    <div className={css.screen}>
      <PageHeader
        title={t('outbox.title')}
        count={count > 0 ? formatNumber(count, locale) : undefined}
        isCountLive={false}
      >
        <PauseSwitch />
        <OutboxMenu />
      </PageHeader>
      <div className={css.banners} onFocus={onBannerFocus}>
        <UnreadableBanner />
        <OutboxBanners items={unsettled ?? []} />
      </div>
      {isUnread ? <NotRead failed onRetry={readAgain} /> : null}
      {empty ? (
        <EmptyState
          icon={<IconSend size={28} stroke={1.4} />}
          title={t('outbox.empty')}
          hint={t('outbox.emptyHint')}
        />
      ) : null}
      {loaded && !empty ? (
        <div className={css.columns} onFocus={onFocus}>
          <OutboxList
            items={items}
            selectedId={selected}
            waitText={(item) =>
              item.state === 'queued' || item.state === 'uncertain' ? (waitWords(item)?.text ?? '') : ''
            }
            drafts={{ count: drafts.length, list: <DraftList drafts={drafts} /> }}
            hidden={hidden}
            onMore={() => setShown(shown + 5 * WAITING_STEP)}
          />
          <div className={css.detail} data-outbox-detail tabIndex={-1}>
            {selected === undefined && !isReading ? <EmptyState title={t('outbox.pick')} /> : null}
            {selected === undefined ? null : (
              <OutboxDetail key={selected} id={selected} titleOf={titleOf} waitWords={waitWords} />
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
};
