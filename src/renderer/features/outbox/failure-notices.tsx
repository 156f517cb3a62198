import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { useRoute } from '../../navigation/router';
import { needsDecision, stateOf } from './item-state';
import css from './failure-notices.module.css';
import { showItem } from './outbox-links';
import { useTroubled } from '../../client/outbox-queries';
import { useItemWords } from './item-words';

const MOST = 3;
const failed = (item: IntentView): boolean =>
  item.state === 'rejected' || item.state === 'conflict' || needsDecision(item);
const keyOf = (item: IntentView): string => `${item.id}/${item.state}/${item.version}/${item.attempts}`;

/**
 * Shows a notice once when an item needs the user, on every screen but the outbox. Items that already needed
 * the user when the window opened have no notice; the badge counts them.
 */
export const FailureNotices = () => {
  const { t } = useTranslation();
  const wordsOf = useItemWords();
  const { screen } = useRoute();
  const { data } = useTroubled();
  const told = useRef<Set<string> | null>(null);
  const [shown, setShown] = useState<string[]>([]);
  useEffect(() => {
    if (!data) return;
    const failures = data.filter(failed).map(keyOf);
    const known = told.current;
    told.current = new Set([...(known ?? []), ...failures]);
    if (known === null) return;
    const fresh = failures.filter((key) => !known.has(key));
    // On the outbox itself, the item has already moved to "Needs attention".
    setShown((before) =>
      [...before.filter((key) => failures.includes(key)), ...(screen === 'outbox' ? [] : fresh)].slice(-MOST),
    );
  }, [data, screen]);
  const items = (data ?? []).filter((item) => shown.includes(keyOf(item)));
  const drop = (item: IntentView): void => setShown((before) => before.filter((key) => key !== keyOf(item)));
  return (
    <section className={css.notices} aria-label={t('outbox.notice.region')} aria-live="assertive">
      {items.map((item) => (
        <div key={item.id} className={css.noticeCard}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t(`outbox.notice.${stateOf(item).word === 'unsent' ? 'unsent' : item.state}`, {
              what: wordsOf(item).line,
            })}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              drop(item);
              showItem(item.id);
            }}
          >
            {t('outbox.act.openItem')}
          </Button>
          <ActionIcon size={22} aria-label={t('common.dismiss')} onClick={() => drop(item)}>
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
    </section>
  );
};
