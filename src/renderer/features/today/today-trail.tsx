import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import { isNoId } from '#shared/domain/ids';
import { nameOf } from '#shared/domain/nested-values';
import { goTo } from '../../navigation/router';
import { placeOf } from '../../navigation/places';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { useTopRows } from '../../client/queries';
import { formatAgoServer, formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { toneOf } from '../../format/tone';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import { openCustomerPage } from '../../navigation/customer-route';
import { openOnScreen } from '../../records/panel-state';
import { filtersParam } from '../../records/list-view';
import { Card, mineBy, NotHere } from './today-parts';
import { NotRead } from '../../ui/not-read';
import css from './today-trail.module.css';
import todayCss from './today.module.css';

const SHOWN = 10;
const TYPE = { key: 'type', kind: 'enum', options: 'trailType', sort: 'none' } as const;

const partyOf = ({
  company_info: company,
  company_id: companyId,
  lead_info: lead,
  lead_id: leadId,
}: Row['values']): { resource: 'company' | 'lead'; id: string; name: string } | null => {
  if (!isNoId(companyId))
    return { resource: 'company', id: String(companyId), name: nameOf(company) || String(companyId) };
  if (isNoId(leadId)) return null;
  const name = nameOf(Array.isArray(lead) ? lead[0] : lead) || String(leadId);
  return { resource: 'lead', id: String(leadId), name };
};

const TrailLine = ({ row }: { row: Row }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(60_000);
  const { values } = row;
  const type = displayText(TYPE, values.type, values, format);
  const named = type === '' ? t('resourceOne.trail') : type;
  const what = /^\d+$/.test(type) ? t('customer.trailType', { type }) : named;
  const content = typeof values.content === 'string' ? values.content.trim() : '';
  const party = partyOf(values);
  const open = (): void => openOnScreen(placeOf('trail'), { resource: 'trail', id: row.id });
  return (
    <li className={css.trail}>
      <div className={css.trailHead}>
        {party ? (
          <button type="button" className={css.party} onClick={() => openCustomerPage(party)}>
            <span className="truncate name-text" dir="auto">
              {party.name}
            </span>
          </button>
        ) : null}
        <time
          className={`${todayCss.when} ${css.trailTime}`}
          title={formatServerText(values.create_time, format.locale, format.offsetMs)}
        >
          {formatAgoServer(values.create_time, format.locale, format.offsetMs, now)}
        </time>
      </div>
      <button type="button" className={css.trailText} onClick={open}>
        <span className={css.trailWhat}>
          <Pill tone={toneOf(TYPE, values.type) ?? 'gray'}>{what}</Pill>{' '}
          <span className={todayCss.faint}>{nameOf(values.create_user_info)}</span>
        </span>
        {content === '' ? null : <span className={css.trailContent}>{content}</span>}
      </button>
    </li>
  );
};

/** Lists the latest trail entries. The company links to its page, the text links to the entry. */
export const TodayTrail = ({ person }: { person: string | null }) => {
  const { t } = useTranslation();
  const filters = mineBy('create_user_info', person);
  const why = useMissingKinds().trail;
  const isIncomplete = useIncomplete(['trail']);
  const { data, isError, refetch } = useTopRows({ resource: 'trail', filters }, SHOWN);
  const empty =
    why === undefined ? (
      <p className={todayCss.none}>{t(isIncomplete ? 'list.emptyHint' : 'today.noTrail')}</p>
    ) : (
      <NotHere resource="trail" why={why} />
    );
  const withoutRows = data ? empty : <NotRead failed={isError} onRetry={() => void refetch()} lines={7} />;
  return (
    <Card title={t('today.recentTrail')} onMore={() => goTo('trail', { f: filtersParam(filters) ?? '' })}>
      {!data || data.rows.length === 0 ? (
        withoutRows
      ) : (
        <ol className={css.trails}>
          {data.rows.map((row) => (
            <TrailLine key={row.id} row={row} />
          ))}
        </ol>
      )}
    </Card>
  );
};
