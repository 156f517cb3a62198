import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ledgerEntrySchema } from '#shared/contract/outbox';
import { usePreferences } from '../../client/preferences';
import { formatMoment } from '../../format/time';
import { useNow } from '../../ui/use-now';
import { wordingOf } from './history-words';
import css from './outbox.module.css';

type Entry = z.infer<typeof ledgerEntrySchema>;

/** Repeated looks that found nothing are one line, with the time of the last. */
const withoutRepeats = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => {
    const next = entries[at + 1];
    return !(
      next &&
      entry.event === 'read-back' &&
      next.event === 'read-back' &&
      entry.facts.verdict === next.facts.verdict
    );
  });

/**
 * The ledger in words, latest first: local time, the server's on hover, technical detail of a failed try
 * below it.
 */
export const History = ({ entries }: { entries: readonly Entry[] }) => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{t('outbox.history.title')}</h3>
      <ol className={css.history} reversed>
        {withoutRepeats(entries)
          .toReversed()
          .map((entry) => {
            const { key, fill } = wordingOf(entry);
            const text = i18n.exists(`outbox.history.${key}`)
              ? t(`outbox.history.${key}`, fill)
              : t('outbox.history.other', { event: entry.event });
            const detail =
              (entry.event === 'unsent' || entry.event === 'noVerdict') &&
              typeof entry.facts.detail === 'string'
                ? entry.facts.detail.replace(/^([^:]+): \1$/, '$1')
                : '';
            return (
              <li key={entry.seq}>
                <time
                  className="num"
                  {...(entry.serverAt === null
                    ? {}
                    : { title: t('outbox.history.serverTime', { time: entry.serverAt }) })}
                >
                  {formatMoment(entry.at, locale, now)}
                </time>
                <span className="selectable">
                  {text}
                  {detail === '' ? null : <small>{detail}</small>}
                </span>
              </li>
            );
          })}
      </ol>
    </section>
  );
};
