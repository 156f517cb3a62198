import { useTranslation } from 'react-i18next';
import { goTo, useRoute } from '../../app/router';
import { RecordsScreen } from '../records/records-screen';
import css from '../records/list.module.css';
import { CustomerPage } from './customer-page';
import { readPage } from './customer-route';

/**
 * Companies and leads, one tab each, every tab with its own view in the address; `page` opens one of them in
 * full.
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
