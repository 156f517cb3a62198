import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { useTranslation } from 'react-i18next';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { IntentView } from '#shared/contract/outbox-item';
import { goToSignIn } from '../../navigation/router';
import { RESOURCE_ICONS } from '../../navigation/places';
import { writingOf } from '../../client/languages';
import { usePreferences } from '../../client/preferences';
import { formatMoment } from '../../format/time';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import { Candidates } from './candidates';
import { ChangesView } from './changes-view';
import { History } from './history';
import { ItemActions } from './item-actions';
import { effectOf, explanationOf, needsDecision, stateOf, type WaitWord, serviceWordsOf } from './item-state';
import css from './outbox.module.css';
import { showItem } from './outbox-links';
import { useOutboxItem, useRefNames } from '../../client/outbox-queries';
import { Payload } from './payload';
import { useItemWords } from './item-words';
import { useFieldWords, type useWaitWords } from './use-wording';
import { later } from '../../ui/later';

// Loaded on demand: it is rarely needed, and only it imports the schemas.
const MergeForm = later(async () => (await import('./merge-form')).MergeForm);

type WaitWords = ReturnType<typeof useWaitWords>;
interface Titles {
  titleOf: (id: string) => string;
}

/** Waits with a time, which the explanation does not contain. */
const ADDS_TO_WHY: ReadonlySet<WaitWord> = new Set(['at', 'throttled']);

const Explanation = ({
  item,
  byUser,
  waitWords,
}: {
  item: IntentView;
  byUser: boolean;
  waitWords: WaitWords;
}) => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const words = useFieldWords(item.kind, useRefNames([]));
  const { tone } = stateOf(item);
  const wait = waitWords(item);
  const field = item.reason?.field;
  const tables = KIND_TABLES[item.kind];
  const labelOf = (name: string): string =>
    name in (item.command.custom ?? {})
      ? words.customLabel(name)
      : words.label(name, !(name in tables.fields) && name in tables.children);
  const fill = {
    name: wait?.name ?? '',
    kind: t(`outbox.kind.${item.kind}`),
    field: field === undefined ? '' : labelOf(field),
    value: item.reason?.message ?? '',
  };
  const said = serviceWordsOf(item);
  const effect = effectOf(item);
  return (
    <div className={css.explain} data-tone={tone}>
      <p>
        {byUser
          ? t('outbox.why.appliedByYou')
          : t(`outbox.why.${explanationOf(item, wait?.word ?? null)}`, fill)}
        {wait && ADDS_TO_WHY.has(wait.word) ? (
          <>
            {writingOf(locale).sentenceGap}
            <b>{t('outbox.waitSentence', { text: wait.text })}</b>
          </>
        ) : null}
      </p>
      {effect === null ? null : <p>{t(`outbox.why.${effect}`)}</p>}
      {item.state === 'queued' && item.frozen ? <p>{t('outbox.why.frozen')}</p> : null}
      {said ? (
        <blockquote className={css.said}>
          <small>{t('outbox.serviceSaid')}</small>
          <span className="selectable">{said}</span>
        </blockquote>
      ) : null}
      {[...new Set(item.notes)]
        .filter(
          (note) =>
            i18n.exists(`outbox.note.${note}`) && !(note === 'may-land-as-draft' && item.state === 'applied'),
        )
        .map((note) => (
          <p key={note} className={css.noteLine}>
            {t(`outbox.note.${note}`)}
          </p>
        ))}
    </div>
  );
};

const Links = ({ title, ids, titleOf }: Titles & { title: string; ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{title}</h3>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <button type="button" className={css.link} onClick={() => showItem(id)}>
              {titleOf(id)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );

/**
 * Details of one item: what it is, its state and the reason, its changes, the possible actions, and its
 * history.
 */
export const OutboxDetail = ({ id, titleOf, waitWords }: Titles & { id: string; waitWords: WaitWords }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const developer = usePreferences((state) => state.developer);
  const now = useNow();
  const wordsOf = useItemWords();
  const found = useOutboxItem(id).data;
  if (!found) return null;
  const { intent: item, ledger, payload } = found;
  const { what, title } = wordsOf(item);
  const state = stateOf(item);
  const Icon = RESOURCE_ICONS[RESOURCE_OF_KIND[item.kind]];
  return (
    <article className={css.detailBody} aria-label={`${what} · ${title}`}>
      <header className={css.detailHead}>
        <div className={css.detailKind}>
          <Icon size={15} stroke={1.7} aria-hidden />
          <span>{what}</span>
          <span className={css.faint}>{formatMoment(item.createdAt, locale, now)}</span>
        </div>
        <h2 className={css.detailTitle}>{title}</h2>
        <div className={css.detailMeta}>
          <Pill soft tone={state.tone}>
            {t(`outbox.state.${state.word}`)}
          </Pill>
          {item.dependants.length > 0 && item.state !== 'applied' ? (
            <span>{t('outbox.waitsOn', { count: item.dependants.length })}</span>
          ) : null}
          {item.number === null ? null : <span className="num selectable">{item.number}</span>}
        </div>
      </header>
      <Explanation
        item={item}
        byUser={item.state === 'applied' && ledger.some(({ event }) => event === 'arrived')}
        waitWords={waitWords}
      />
      {item.waits === 'sign-in' ? (
        <div className={css.actions}>
          <button type="button" className={css.link} onClick={goToSignIn}>
            {t('outbox.act.signIn')}
          </button>
        </div>
      ) : null}
      <ItemActions key={item.state} item={item} titleOf={titleOf} />
      {needsDecision(item) ? <Candidates item={item} /> : null}
      {item.state === 'conflict' ? (
        <MergeForm key={`merge-${item.version}`} item={item} />
      ) : (
        <ChangesView command={item.command} base={item.base} />
      )}
      <Links title={t('outbox.links.waitsFor')} ids={item.waitsFor} titleOf={titleOf} />
      <Links
        title={t('outbox.links.dependants')}
        ids={item.state === 'applied' ? [] : item.dependants}
        titleOf={titleOf}
      />
      <Links
        title={t('outbox.links.predecessor')}
        ids={item.predecessor === null ? [] : [item.predecessor]}
        titleOf={titleOf}
      />
      <History kind={item.kind} entries={ledger} />
      {developer ? <Payload item={item} payload={payload} /> : null}
    </article>
  );
};
