import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ledgerEntrySchema } from '#shared/contract/outbox-item';
import type { IntentKind } from '#shared/domain/intent';
import { isObject } from '#shared/domain/is-object';
import { usePreferences } from '../../client/preferences';
import { formatMoment } from '../../format/time';
import { useNow } from '../../ui/use-now';
import { wordingOf } from './history-words';
import { useFieldWords } from './use-wording';
import { useRefNames } from '../../client/outbox-queries';
import css from './outbox.module.css';

type Entry = z.infer<typeof ledgerEntrySchema>;

/** Combines consecutive read-backs with the same verdict into one line, with the time of the last. */
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
 * Shows the ledger, latest entry first: local time with the server time in a tooltip, and the technical
 * details of a failed attempt below it.
 */
export const History = ({ kind, entries }: { kind: IntentKind; entries: readonly Entry[] }) => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const words = useFieldWords(kind, useRefNames([]));
  const lost = (cleared: object): string[] =>
    Object.entries(cleared).map(([key, value]) =>
      t('outbox.history.lostValue', { field: words.label(key, false), value: words.value(key, value, {}) }),
    );
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
                  {isObject(entry.facts.cleared)
                    ? lost(entry.facts.cleared).map((line) => <small key={line}>{line}</small>)
                    : null}
                </span>
              </li>
            );
          })}
      </ol>
    </section>
  );
};
