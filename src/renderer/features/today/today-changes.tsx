import { ActionIcon, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '#shared/contract/changes';
import { MOST_CHANGES } from '#shared/domain/limits';
import { usePreferences } from '../../client/preferences';
import { formatAgo } from '../../format/time';
import { hasPage, openCustomerPage } from '../../navigation/customer-route';
import { placeOf, RESOURCE_ICONS } from '../../navigation/places';
import { useChangeWords, useSee, useUnseen } from '../../records/changes';
import { openOnScreen } from '../../records/panel-state';
import { Kbd } from '../../ui/layout';
import { letterOf } from '../../ui/screen-keys';
import { useLineFocus } from '../../ui/use-line-focus';
import { useNow } from '../../ui/use-now';
import { Card } from './today-parts';
import css from './today-changes.module.css';
import todayCss from './today.module.css';
import { Hint } from '../../ui/hint';

const SHOWN = 6;

const open = ({ resource, id }: Change): void => {
  if (hasPage(resource)) openCustomerPage({ resource, id });
  else openOnScreen(placeOf(resource), { resource, id });
};

/**
 * Lists what others changed in the user's records since the user last looked at them; renders nothing if
 * there is nothing. `M` marks the focused line as seen, Shift+M all lines.
 */
export const TodayChanges = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow(60_000);
  const [all, setAll] = useState(false);
  const latest = useUnseen();
  const unseen = latest.slice(0, MOST_CHANGES);
  const isCut = latest.length > unseen.length;
  const words = useChangeWords();
  const see = useSee();
  const lines = useLineFocus<HTMLUListElement>('li');
  if (unseen.length === 0) return null;
  // Changes that are not listed stay unread.
  const seeAll = (): void => see(isCut ? unseen : null);
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (letterOf(event) !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number((event.target as HTMLElement).closest('li')?.dataset.at);
    const change = unseen[at];
    if (!event.shiftKey && change === undefined) return;
    event.preventDefault();
    if (event.shiftKey || change === undefined) seeAll();
    else see([change]);
  };
  const shown = all ? unseen : unseen.slice(0, SHOWN);
  return (
    <div onKeyDown={byKey}>
      <Card
        title={t('changes.title')}
        note={
          <>
            <small className={todayCss.states}>
              {t(isCut ? 'changes.countAtLeast' : 'changes.count', { count: unseen.length })}
            </small>
            <Button variant="subtle" size="compact-xs" ml="auto" onClick={seeAll}>
              {t(isCut ? 'changes.markTheseRead' : 'changes.markAllRead')}
            </Button>
          </>
        }
      >
        <ul {...lines}>
          {shown.map((change, at) => {
            const { resource, id, title, overwritten } = change;
            const Icon = RESOURCE_ICONS[resource];
            return (
              <li key={`${resource} ${id}`} className={css.change} data-at={at}>
                <span className={css.unseen} data-overwritten={overwritten.length > 0} aria-hidden />
                <button type="button" className={css.changeText} onClick={() => open(change)}>
                  <span className={css.changeTitle}>
                    <Icon size={14} aria-hidden />
                    <span className="truncate name-text" dir="auto">
                      {title}
                    </span>
                  </span>
                  <small>{words(change)}</small>
                </button>
                <span className={todayCss.when}>{formatAgo(change.at, locale, now)}</span>
                <Hint label={t('changes.see')}>
                  <ActionIcon
                    size={24}
                    aria-label={t('changes.seeOne', { title })}
                    onClick={() => see([change])}
                  >
                    <IconCheck size={15} />
                  </ActionIcon>
                </Hint>
              </li>
            );
          })}
        </ul>
        <p className={css.changesFoot}>
          {unseen.length > SHOWN ? (
            <button type="button" className={todayCss.moreItems} onClick={() => setAll(!all)}>
              {all
                ? t('changes.fewer')
                : t(isCut ? 'changes.moreAtLeast' : 'changes.more', { count: unseen.length - SHOWN })}
            </button>
          ) : null}
          <span>
            <Kbd>M</Kbd> {t('changes.keyHint')}
          </span>
        </p>
      </Card>
    </div>
  );
};
