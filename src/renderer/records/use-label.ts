import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { remembered } from '../format/remembered';
import { labelOf } from '../format/use-format';

/** Labels of a resource's fields in the user's language. */
export const useLabel = (
  resource: ResourceName,
): ((column: Pick<Column, 'key' | 'customName'>) => string) => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const ours = remembered((key) =>
      labelOf(resource, { key }, (word) => (i18n.exists(word) ? t(word) : '')),
    );
    return ({ key, customName }) =>
      customName === '' ? t('changes.custom', { key }) : (customName ?? ours(key));
  }, [resource, t, i18n]);
};
