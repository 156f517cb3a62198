import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { labelOf } from '../../format/use-format';

/** Labels of a resource's fields in the user's language. */
export const useLabel = (resource: ResourceName): ((column: Pick<Column, 'key' | 'customName'>) => string) => {
  const { t, i18n } = useTranslation();
  return useCallback((column) => labelOf(resource, column, (key) => (i18n.exists(key) ? t(key) : '')), [resource, t, i18n]);
};
