import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needAttention, unsettledCount } from '#shared/domain/left-to-send';
import type { Account } from '#shared/contract/accounts';
import type { ResourceName } from '#shared/domain/resources';
import { useOutboxSummary, useSync } from '../client/events';
import { useMissingKinds } from '../client/missing-kinds';
import { formatCompact } from '../format/decimal';
import { Kbd, MOD_KEY } from '../ui/layout';
import { Logo } from '../ui/logo';
import { usePreferences } from '../client/preferences';
import type { Screen } from '#shared/domain/screens';
import { currentRoute, goTo, useRoute } from '../navigation/router';
import { SCREEN_ICONS } from '../navigation/places';
import { later } from '../ui/later';
import { undeliveredText } from './undelivered-text';
import css from './shell.module.css';

const AccountMenu = later(async () => (await import('../features/settings/account-menu')).AccountMenu);

const COUNTED: Partial<Record<Screen, readonly ResourceName[]>> = {
  trail: ['trail'],
  customers: ['company', 'lead'],
  orders: ['order'],
  quotations: ['quotation'],
  'purchase-orders': ['purchaseOrder'],
  invoices: ['outboundInvoice'],
  receipts: ['receipt'],
  opportunities: ['opportunity'],
  products: ['product'],
  collections: ['collection'],
};

const RailItem = ({
  screen,
  badge,
}: {
  screen: Screen;
  badge?: { count: string; warn: boolean; text: string } | undefined;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const current = useRoute().screen === screen;
  const counted = COUNTED[screen];
  const count = useSync(({ state }) =>
    counted
      ? state?.resources
          .filter(({ resource }) => counted.includes(resource))
          .reduce((sum, { records }) => sum + records, 0)
      : undefined,
  );
  const Icon = SCREEN_ICONS[screen];
  return (
    <a
      className={css.item}
      href={`#/${screen}`}
      title={badge ? `${t(`screen.${screen}`)} · ${badge.text}` : t(`screen.${screen}`)}
      {...(current ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        event.preventDefault();
        const { page, ...list } = currentRoute().params;
        // A customer's page is shown over its list, so its own entry in the rail returns to the list.
        goTo(screen, current && page !== undefined ? list : undefined);
      }}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={css.label}>{t(`screen.${screen}`)}</span>
      {badge ? (
        <span className={css.railBadge} data-warn={badge.warn} title={badge.text}>
          {badge.count}
        </span>
      ) : null}
      {count === undefined || count === 0 ? null : (
        <span className={css.railCount}>{formatCompact(count, locale)}</span>
      )}
    </a>
  );
};

/**
 * Shows the number of items that are not delivered or have to be checked, in a warning colour if one needs attention.
 * The tooltip says how many of them need attention.
 */
const OutboxItem = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const summary = useOutboxSummary((state) => state.summary);
  const count = summary ? unsettledCount(summary) : 0;
  const badge =
    summary && count > 0
      ? {
          count: formatCompact(count, locale),
          warn: needAttention(summary) > 0,
          text: undeliveredText(t, summary),
        }
      : undefined;
  return <RailItem screen="outbox" badge={badge} />;
};

/** The logo shows the account and opens the menu of accounts. */
const Brand = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = account.name || 'Satchel';
  // An account that was not given a name has that of its user.
  const below =
    account.selfName === name ? account.baseUrl.replace(/^https?:\/\//, '') : (account.selfName ?? 'Satchel');
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.brand}
        aria-haspopup="menu"
        aria-expanded={opened}
        title={t('rail.account', { name })}
        onClick={() => {
          setUsed(true);
          setOpened(!opened);
        }}
      >
        <Logo />
        <span className={`${css.brandText} truncate`}>
          <span className={`${css.brandName} truncate`}>{name}</span>
          <span className={`${css.brandSub} truncate`}>{below}</span>
        </span>
      </button>
      {used ? (
        <AccountMenu
          opened={opened}
          onClose={() => {
            setOpened(false);
            button.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </>
  );
};

export const Rail = ({ account, onSearch }: { account: Account; onSearch: () => void }) => {
  const { t } = useTranslation();
  const missing = useMissingKinds();
  return (
    <nav className={css.rail} aria-label={t('rail.label')}>
      <Brand account={account} />
      <button type="button" className={css.search} onClick={onSearch} title={t('rail.search')}>
        <IconSearch size={14} aria-hidden />
        <span>{t('rail.search')}</span>
        <Kbd>{`${MOD_KEY} K`}</Kbd>
      </button>
      <RailItem screen="today" />
      <RailItem screen="agenda" />
      <OutboxItem />
      <div className={css.section}>{t('rail.records')}</div>
      <RailItem screen="trail" />
      <RailItem screen="customers" />
      {missing.opportunity === undefined ? <RailItem screen="opportunities" /> : null}
      {missing.product === undefined ? <RailItem screen="products" /> : null}
      <div className={css.section}>{t('rail.documents')}</div>
      <RailItem screen="orders" />
      <RailItem screen="quotations" />
      <RailItem screen="purchase-orders" />
      <RailItem screen="invoices" />
      <RailItem screen="receipts" />
      {missing.collection === undefined ? <RailItem screen="collections" /> : null}
      <div className={css.spacer} />
      <RailItem screen="activity" />
      <RailItem screen="help" />
      <RailItem screen="settings" />
    </nav>
  );
};
