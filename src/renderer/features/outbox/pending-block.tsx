import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox';
import type { IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { useServerOffset } from '../../client/queries';
import { formatServerText } from '../../format/time';
import { Pill } from '../../ui/pill';
import { changesOf } from './changes';
import { stateOf } from './item-state';
import css from './outbox.module.css';
import { showItem } from './outbox-links';
import { useIntentsOf, useOverlay, useRefNames } from '../../client/outbox-queries';
import { useFieldWords, useItemWords } from './use-wording';

const KIND_OF: Readonly<Partial<Record<ResourceName, IntentKind>>> = {
  company: 'company',
  lead: 'lead',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
  trail: 'trailNote',
};
const FIELDS_SHOWN = 6;

const PendingItem = ({ item }: { item: IntentView }) => {
  const { t } = useTranslation();
  const names = useRefNames([item.command]);
  const words = useFieldWords(item.kind, names);
  const { what } = useItemWords()(item);
  const state = stateOf(item);
  const changes = changesOf(item.command, item.base);
  const values = { ...item.base?.fields, ...item.command.fields };
  const children = changes.children.length;
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
          {changes.fields.slice(0, FIELDS_SHOWN).map(({ key, before, after, seen }) => (
            <div key={key} className={css.valueRow}>
              <dt>{words.label(key, false)}</dt>
              <dd className="num" {...words.hint(key, after)}>
                {seen && words.value(key, before, values) !== '' ? (
                  <>
                    <span className={css.old}>{words.value(key, before, values)}</span> →{' '}
                  </>
                ) : null}
                {words.value(key, after, values) || t('outbox.changes.empty')}
              </dd>
            </div>
          ))}
          {children > 0 ? (
            <div className={css.valueRow}>
              <dt>
                {t(
                  item.kind === 'company' || item.kind === 'lead'
                    ? 'outbox.changes.contacts'
                    : 'outbox.changes.lines',
                )}
              </dt>
              <dd className="num">{children}</dd>
            </div>
          ) : null}
        </dl>
      )}
    </li>
  );
};

const AsSent = ({ resource, kind, id }: { resource: ResourceName; kind: IntentKind; id: string }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const row = useOverlay(resource).data?.find((one) => one.id === id);
  const words = useFieldWords(kind, useRefNames([]));
  const sent = Object.entries(row?.asSent ?? {}).filter(
    ([, { value }]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  if (sent.length === 0) return null;
  return (
    <>
      <h3 className={css.pendingTitle} title={t('outbox.panel.asSentHint')}>
        {t('outbox.panel.titleDone')}
      </h3>
      <dl className={css.values}>
        {sent.map(([key, { value, at }]) => (
          <div key={key} className={css.valueRow}>
            <dt>{words.label(key, false)}</dt>
            <dd className="num">
              {words.value(key, value, {})}
              {at === null ? null : (
                <span className={css.faint} title={t('outbox.history.serverTime', { time: at })}>
                  {' '}
                  · {t('outbox.panel.asSent', { time: formatServerText(at, locale, offset) })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

/**
 * In a record's panel: what of it is not at the service yet, and what was sent that the service never gives
 * back.
 */
export const PendingBlock = ({ resource, id }: { resource: ResourceName; id: string }) => {
  const { t } = useTranslation();
  const kind = KIND_OF[resource];
  const intents = useIntentsOf(kind, id).data ?? [];
  const pending = intents.filter(({ state }) => state !== 'applied' && state !== 'discarded');
  if (kind === undefined || intents.length === 0) return null;
  return (
    <aside className={css.pending} data-empty={pending.length === 0} aria-label={t('outbox.panel.title')}>
      {pending.length === 0 ? null : (
        <>
          <h3 className={css.pendingTitle}>{t('outbox.panel.title')}</h3>
          <ul>
            {pending.map((item) => (
              <PendingItem key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
      {intents.some(({ state }) => state === 'applied') ? (
        <AsSent resource={resource} kind={kind} id={id} />
      ) : null}
    </aside>
  );
};
