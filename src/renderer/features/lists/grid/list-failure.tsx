/** In place of the rows of a list that cannot be read. Loaded when it is needed, with the texts of errors. */
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
