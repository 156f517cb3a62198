import { useTranslation } from 'react-i18next';
import { useMissingText } from '../../records/missing-text';

/** Shown in place of a list of companies. The company may be in the CRM and not on this computer. */
export const NoCompanyFound = () => {
  const { t } = useTranslation();
  const missing = useMissingText(['company']);
  return (
    <>
      {t('form.nothingFound')}
      {missing === '' ? null : <small style={{ display: 'block' }}>{missing}</small>}
    </>
  );
};
