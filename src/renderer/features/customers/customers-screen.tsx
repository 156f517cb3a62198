import { useTranslation } from 'react-i18next';
import { goTo, useRoute } from '../../navigation/router';
import { listCss as css, RecordsScreen } from '../lists/public';
import { CustomerPage } from './customer-page';
import { readPage } from '../../navigation/customer-route';

/**
 * Companies and leads, one tab each. The view of each tab is in the address; `page` opens the page of one
 * record.
 */
export const CustomersScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const leads = params.tab === 'leads';
  const page = readPage(params);
  const tab = (key: 'companies' | 'leads', selected: boolean) => (
    <button
      type="button"
      role="tab"
      aria-selected={selected}
      className={css.tab}
      onClick={() => goTo('customers', key === 'leads' ? { tab: 'leads' } : {})}
    >
      {t(`list.${key}`)}
    </button>
  );
  if (page) return <CustomerPage key={`${page.resource}~${page.id}`} subject={page} />;
  const resource = leads ? 'lead' : 'company';
  return (
    <RecordsScreen
      key={resource}
      resource={resource}
      leading={
        <>
          <h1 className="visually-hidden">{t('screen.customers')}</h1>
          <div className={css.tabs} role="tablist" aria-label={t('screen.customers')}>
            {tab('companies', !leads)}
            {tab('leads', leads)}
          </div>
        </>
      }
    />
  );
};
