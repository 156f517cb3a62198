import { useTranslation } from 'react-i18next';
import { goTo, useRoute } from '../../navigation/router';
import { focusShown } from '../../ui/give-focus';
import { pressTabBeside } from '../../ui/tab-keys';
import { listCss as css, RecordsScreen } from '../lists/public';
import { CustomerPage } from './customer-page';
import { readPage } from '../../navigation/customer-route';

/** Focuses the tab of the list that opened. It renders its own tabs, so the pressed one is gone. */
const focusTab = (): void =>
  void setTimeout(() => {
    if (document.activeElement === document.body)
      focusShown(document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]'));
  });

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
      onClick={() => {
        goTo('customers', key === 'leads' ? { tab: 'leads' } : {});
        focusTab();
      }}
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
          <div
            className={css.tabs}
            role="tablist"
            aria-label={t('screen.customers')}
            onKeyDown={pressTabBeside}
          >
            {tab('companies', !leads)}
            {tab('leads', leads)}
          </div>
        </>
      }
    />
  );
};
