/**
 * Shown in place of the rows if a list cannot be read. It is loaded on demand, together with the texts of
 * errors.
 */
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../client/failure-of';
import { EmptyState } from '../../../ui/layout';

export const ListFailure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation();
  const { code } = failureOf(error);
  return (
    <div role="status">
      <EmptyState title={t(`errors.${code}.title`)} hint={t(`errors.${code}.next`)} />
    </div>
  );
};
