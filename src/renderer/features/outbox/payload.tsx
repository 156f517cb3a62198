import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { CopyButton } from '../../ui/copy-button';
import { indentJson } from '../../format/indent-json';
import css from './outbox.module.css';

/** Shows the exact request, for support. It is copied as sent and displayed with line breaks. */
export const Payload = ({
  item,
  payload,
}: {
  item: IntentView;
  payload: { path: string; body: string; sent: boolean } | null;
}) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const body = payload?.body ?? JSON.stringify(item.command);
  return (
    <details className={css.section} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.sectionTitle}>{t('outbox.payload.title')}</summary>
      {open ? (
        <>
          <div className={css.payloadHead}>
            <span>
              {payload === null
                ? t('outbox.payload.later')
                : t(payload.sent ? 'outbox.payload.sent' : 'outbox.payload.next', { path: payload.path })}
            </span>
            <CopyButton value={() => body} label={t('outbox.payload.copy')} />
          </div>
          <pre className={css.json}>{indentJson(body)}</pre>
        </>
      ) : null}
    </details>
  );
};
