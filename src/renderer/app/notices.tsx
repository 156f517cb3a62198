import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AppState } from '#shared/contract/accounts';
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

/**
 * What the user has to know about this installation, each until it is dismissed. Shown above every screen and
 * on the start page, because some notices are about an account that could not be opened.
 */
export const Notices = ({ app }: { app: AppState }) => {
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
