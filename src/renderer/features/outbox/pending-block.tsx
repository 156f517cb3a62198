import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import type { ResourceName } from '#shared/domain/resources';
import { kindOfResource } from '#shared/domain/intent-resources';
import { Pill } from '../../ui/pill';
import { changesOf } from './changes';
import { stateOf } from './item-state';
import css from './outbox.module.css';
import { showItem } from './outbox-links';
import { useIntentsOf, useRefNames } from '../../client/outbox-queries';
import { useItemWords } from './item-words';
import { partsKey } from './sent-fields';
import { useFieldWords } from './use-wording';

const FIELDS_SHOWN = 6;

const PendingItem = ({ item }: { item: IntentView }) => {
  const { t } = useTranslation();
  const names = useRefNames([item.command], item.base?.fields.company_id);
  const words = useFieldWords(item.kind, names);
  const { what } = useItemWords()(item);
  const state = stateOf(item);
  const changes = changesOf(item.command, item.base);
  const seenValues = item.base?.fields ?? {};
  const values = { ...seenValues, ...item.command.fields };
  const children = changes.children.length;
  const hidden = changes.fields.length - FIELDS_SHOWN;
  return (
    <li className={css.pendingItem}>
      <div className={css.pendingHead}>
        <span className="truncate">{what}</span>
        <Pill soft tone={state.tone}>
          {t(`outbox.state.${state.word}`)}
        </Pill>
        <button type="button" className={css.link} onClick={() => showItem(item.id)}>
          {t('outbox.panel.open')}
        </button>
      </div>
      {changes.created ? null : (
        <dl className={css.values}>
          {changes.fields.slice(0, FIELDS_SHOWN).map(({ key, before, after, seen, custom }) => (
            <div key={key} className={css.valueRow}>
              <dt>{custom ? words.customLabel(key) : words.label(key, false)}</dt>
              <dd className="num" {...words.hint(key, after)}>
                {seen && words.value(key, before, seenValues) !== '' ? (
                  <>
                    <span className={css.old}>{words.value(key, before, seenValues)}</span> →{' '}
                  </>
                ) : null}
                {(custom ? words.customValue(after) : words.sent(key, after, values)) ||
                  t('outbox.changes.empty')}
              </dd>
            </div>
          ))}
          {children > 0 ? (
            <div className={css.valueRow}>
              <dt>{t(partsKey(item.kind))}</dt>
              <dd className="num">{children}</dd>
            </div>
          ) : null}
        </dl>
      )}
      {!changes.created && hidden > 0 ? (
        <span className={css.faint}>{t('changes.moreFields', { count: hidden })}</span>
      ) : null}
    </li>
  );
};

/** Shows the undelivered changes of a record in its panel. */
export const PendingBlock = ({ resource, id }: { resource: ResourceName; id: string }) => {
  const { t } = useTranslation();
  const kind = kindOfResource(resource);
  const pending = (useIntentsOf(kind, id).data ?? []).filter(
    ({ state }) => state !== 'applied' && state !== 'discarded',
  );
  if (pending.length === 0) return null;
  return (
    <aside className={css.pending} aria-label={t('outbox.panel.title')}>
      <h3 className={css.pendingTitle}>{t('outbox.panel.title')}</h3>
      <ul>
        {pending.map((item) => (
          <PendingItem key={item.id} item={item} />
        ))}
      </ul>
    </aside>
  );
};
