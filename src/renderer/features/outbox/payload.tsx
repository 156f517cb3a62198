import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentViewModel } from '#shared/contract/outbox';
import { CopyButton } from '../records/panel/copy-button';
import css from './outbox.module.css';

/** Indents JSON text without parsing it: a parse would lose digits of long numbers. */
export const indentJson = (text: string): string => {
  let [out, depth, inText] = ['', 0, false];
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (inText) {
      out += char;
      if (char === '\\') { at += 1; out += text[at] ?? ''; } else if (char === '"') inText = false;
    } else if (char === '"') { inText = true; out += char; }
    else if (char === '{' || char === '[') {
      const close = char === '{' ? '}' : ']';
      if (text[at + 1] === close) { out += char + close; at += 1; } else { depth += 1; out += char + line(); }
    } else if (char === '}' || char === ']') { depth -= 1; out += line() + char; }
    else if (char === ',') out += char + line();
    else out += char === ':' ? ': ' : char;
  }
  return out;
};

/** The exact request, for whoever has to check it; copied as it goes, shown with line breaks. */
export const Payload = ({ item, payload }: { item: IntentViewModel; payload: { path: string; body: string; sent: boolean } | null }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const body = payload?.body ?? JSON.stringify(item.command);
  return (
    <details className={css.section} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.sectionTitle}>{t('outbox.payload.title')}</summary>
      {open ? (
        <>
          <div className={css.payloadHead}><span>{payload === null ? t('outbox.payload.later') : t(payload.sent ? 'outbox.payload.sent' : 'outbox.payload.next', { path: payload.path })}</span><CopyButton value={body} label={t('outbox.payload.copy')} /></div>
          <pre className={css.json}>{indentJson(body)}</pre>
        </>
      ) : null}
    </details>
  );
};
