import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import { isNoDate } from '#shared/domain/time';
import { setParams } from '../../navigation/router';
import { useLookupItems } from '../../client/queries';
import { listText } from '../../format/values';
import { useFormat } from '../../format/use-format';
import { webHref } from '../../format/web-href';
import { Skeleton } from '../../ui/layout';
import { formatOpen } from '../../records/panel-state';
import { useLabel } from '../../records/use-label';
import { telHref } from '../../format/channels';
import css from './customer-about.module.css';
import { type ProfileLine, profileOf } from './profile-model';

/** Why the details of the profile are not on this computer. */
const DETAIL_WORDS = {
  held: 'customer.detailsNone',
  offered: 'customer.detailsWaiting',
  'not-offered': 'customer.detailsNone',
  'no-permission': 'customer.detailsNoPermission',
} as const satisfies Record<RecordView['detailState'], string>;

const hrefOf = ({ key, text }: ProfileLine): string | null => {
  if (key === 'homepage') return webHref(text);
  return key === 'tel' ? telHref(text) : null;
};

/** Shows the profile as a list of fields with names for codes; one line at the end lists the empty fields. */
export const CustomerProfile = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const format = useFormat(record.columns);
  const label = useLabel(record.resource);
  const lookups = {
    group: useLookupItems('group').data,
    origin: useLookupItems('origin').data,
    category: useLookupItems('category').data,
    productGroup: useLookupItems('productGroup').data,
    pool: useLookupItems('pool').data,
  };
  const businessTypes = useLookupItems('bizType').data;
  const resource = record.resource === 'lead' ? 'lead' : 'company';
  const { lines, empty } = profileOf(resource, record.columns, record.values, format, lookups);
  const known = record.detailState === 'held';
  // Wait for both, so that codes are not shown first and names a moment later.
  const named = Object.values(lookups).every((items) => items !== undefined) && businessTypes !== undefined;
  return (
    <section className={css.block} aria-label={t('customer.profile')}>
      <h2 className={css.blockTitle}>{t('customer.profile')}</h2>
      {named ? null : (
        <div className={css.profileLoading} aria-hidden>
          {[72, 58, 80, 64, 50, 76].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      <dl className={css.profile}>
        {(named ? lines : []).map((line) => {
          const href = hrefOf(line);
          const value = record.values[line.key];
          const isTime = line.column?.kind === 'dateTime' && !isNoDate(value);
          return (
            <div key={line.key}>
              <dt>{line.column ? label(line.column) : line.key}</dt>
              <dd
                className="selectable"
                data-pending={record.pending?.fields.includes(line.key) ?? false}
                {...(isTime ? { title: t('panel.serverTime', { time: String(value) }) } : {})}
              >
                {href === null ? (
                  line.text
                ) : (
                  <a className={css.link} href={href} target="_blank" rel="noreferrer">
                    {line.text}
                  </a>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {isLocalRef(record.id) || (known && empty.length === 0) ? null : (
        <p className={css.quiet}>
          {known
            ? t('customer.emptyFields', {
                count: empty.length,
                names: listText(empty.map(label), format.locale),
              })
            : t(DETAIL_WORDS[record.detailState])}
        </p>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => setParams({ open: formatOpen({ resource, id: record.id }) })}
      >
        {t('customer.allFields')}
      </Button>
    </section>
  );
};
