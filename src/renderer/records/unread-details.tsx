/** What a list says of fields from the details of records, which are read after the list and may not be kept. */
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { useSync } from '../client/events';
import { isMissing } from '../client/missing-kinds';
import { usePreferences } from '../client/preferences';
import { formatNumber } from '../format/decimal';

/** Returns the number of records without details here, if one of these fields is from the details; otherwise 0. */
export const useUnreadDetails = (
  resource: ResourceName,
  columns: readonly Column[],
  fields: readonly string[],
): number => {
  const count = useSync(({ state }) => {
    const entry = state?.resources.find((one) => one.resource === resource);
    return entry === undefined || isMissing(entry.state) ? 0 : Math.max(0, entry.records - entry.details);
  });
  return columns.some(({ key, fromDetail }) => fromDetail === true && fields.includes(key)) ? count : 0;
};

/** Says that records without details count as empty; renders nothing if there are none. */
export const UnreadDetails = ({
  resource,
  columns,
  fields,
  className,
}: {
  resource: ResourceName;
  columns: readonly Column[];
  fields: readonly string[];
  className: string | undefined;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const count = useUnreadDetails(resource, columns, fields);
  return count === 0 ? null : (
    <p className={className}>
      {t('lists.withoutDetails', { count, formatted: formatNumber(count, locale) })}
    </p>
  );
};
