import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AppState } from '#shared/contract/accounts';
import { ERROR_CODES } from '#shared/contract/errors';
import type { OutboxSummary } from '#shared/contract/outbox';
import { core } from '../client/client';
import { putAppState } from '../client/queries';
import { useChange } from '../forms/windows/use-change';
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

/** The text of a notice, with its parameters. One about a failure gets the words of its error. */
const useNoticeText = (): ((code: string, detail: string) => string) => {
  const { t, i18n } = useTranslation();
  return (code, detail) => {
    if (!i18n.exists(`notice.${code}`)) return t('notice.other', { code });
    const facts = factsOf(detail);
    const error = ERROR_CODES.find((one) => one === facts.code);
    if (error === undefined) return t(`notice.${code}`, facts);
    const [first, second] = [t(`errors.${error}.title`), t(`errors.${error}.next`)];
    return t(`notice.${code}`, { ...facts, reason: t('common.sentences', { first, second }) });
  };
};

/** Shows the notices, each with a button that dismisses it. */
export const NoticeList = ({ app }: { app: AppState }) => {
  const { t } = useTranslation();
  const textOf = useNoticeText();
  const queries = useQueryClient();
  const dismiss = useChange({
    mutationFn: (code: string) => core.accounts.dismissNotice({ code }),
    onSuccess: (state) => putAppState(queries, state),
  });
  return app.notices.map(({ code, detail }) => (
    <div key={code} className={css.notice} role="status">
      <span {...(Object.keys(factsOf(detail)).length === 0 ? { title: detail } : {})}>
        {textOf(code, detail)}
        {(['finished', 'lost'] as const).map(
          (fact) => Number(factsOf(detail)[fact]) > 0 && ` ${t(`notice.${fact}`, factsOf(detail))}`,
        )}
      </span>
      <Button variant="subtle" size="compact-xs" onClick={() => dismiss.mutate(code)}>
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
