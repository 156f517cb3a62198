import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AppState } from '#shared/contract/accounts';
import type { OutboxSummary } from '#shared/contract/outbox';
import { core } from '../client/client';
import { putAppState } from '../client/queries';
import css from './notices.module.css';

/** Parses the detail of a notice, which may have parameters as JSON. */
const factsOf = (detail: string): Record<string, unknown> => {
  try {
    const facts: unknown = JSON.parse(detail);
    return typeof facts === 'object' && facts !== null ? { ...facts } : {};
  } catch {
    return {};
  }
};

/** Shows the notices, each with a button that dismisses it. */
export const NoticeList = ({ app }: { app: AppState }) => {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  return app.notices.map(({ code, detail }) => (
    <div key={code} className={css.notice} role="status">
      <span title={detail}>
        {i18n.exists(`notice.${code}`) ? t(`notice.${code}`, factsOf(detail)) : t('notice.other', { code })}
        {Number(factsOf(detail).finished) > 0 && ` ${t('notice.finished', factsOf(detail))}`}
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() =>
          void core.accounts.dismissNotice({ code }).then((state) => putAppState(queries, state))
        }
      >
        {t('common.dismiss')}
      </Button>
    </div>
  ));
};

export const DiskNoticeText = ({ storage }: { storage: NonNullable<OutboxSummary['storage']> }) => {
  const { t } = useTranslation();
  return (
    <div className={css.notice} role="status">
      <span>{t(`notice.disk-${storage}`)}</span>
    </div>
  );
};
