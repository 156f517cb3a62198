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
  // The text of `bad-input` is about a form.
  const text = code === 'bad-input' ? 'bad-view' : code;
  return (
    <div role="status">
      <EmptyState title={t(`errors.${text}.title`)} hint={t(`errors.${text}.next`)} />
    </div>
  );
};
