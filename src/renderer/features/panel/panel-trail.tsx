import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import { nameOf } from '#shared/domain/nested-values';
import { MISSING_WORDS, useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { formatAgoServer, formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { toneOf } from '../../format/tone';
import { EmptyState } from '../../ui/layout';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import css from './panel.module.css';

const TYPE = { key: 'type', kind: 'enum', options: 'trailType', sort: 'none' } as const;

/** Lists the trail entries, newest first. */
export const Timeline = ({
  rows,
  onOpen,
  withCompany = false,
}: {
  rows: readonly Row[];
  onOpen: (row: Row) => void;
  withCompany?: boolean;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(60_000);
  const why = useMissingKinds().trail;
  const isIncomplete = useIncomplete(['trail']);
  if (rows.length === 0) {
    if (why !== undefined)
      return <EmptyState title={t(`list.${MISSING_WORDS[why]}`, { what: t('list.what.trail') })} />;
    return isIncomplete ? (
      <EmptyState title={t('panel.noTrailHere')} hint={t('list.emptyHint')} />
    ) : (
      <EmptyState title={t('panel.noTrail')} />
    );
  }
  return (
    <ol className={css.timeline}>
      {rows.map((row) => {
        const { values } = row;
        const type = displayText(TYPE, values.type, values, format);
        const numbered = /^\d+$/.test(type) ? t('customer.trailType', { type }) : type;
        const party = nameOf(values.company_info) || nameOf(values.lead_info);
        return (
          <li key={row.id} className={css.event}>
            <div className={css.eventHead}>
              <Pill tone={toneOf(TYPE, values.type) ?? 'gray'}>
                {type === '' ? t('resourceOne.trail') : numbered}
              </Pill>
              {withCompany && party !== '' ? <span className="truncate">{party}</span> : null}
              <span>{nameOf(values.create_user_info)}</span>
              <time
                className={css.faint}
                title={formatServerText(values.create_time, format.locale, format.offsetMs)}
              >
                {formatAgoServer(values.create_time, format.locale, format.offsetMs, now)}
              </time>
            </div>
            <button type="button" className={css.eventText} onClick={() => onOpen(row)}>
              {typeof values.content === 'string' && values.content !== '' ? values.content : '—'}
            </button>
          </li>
        );
      })}
    </ol>
  );
};
