/** The drafts on disk, latest first, to open or discard. Renders nothing if there are none. */
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../client/preferences';
import { formatAgo } from '../../format/time';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { focusShown } from '../../ui/give-focus';
import { useNow } from '../../ui/use-now';
import { useDrafts } from '../../client/outbox-queries';
import { openDraft } from '../../navigation/form-route';
import { readValues } from '../values/form-values';
import { titleOfValues } from '../values/title-of-values';
import css from '../forms.module.css';
import { DeleteDraft } from './delete-draft';
import { KIND_ICONS } from './kind-icons';
import { Hint } from '../../ui/hint';

/** `onOpen` is called before a draft opens, so that a surrounding window can close. */
export const DraftList = ({ onOpen, heading = false }: { onOpen?: () => void; heading?: boolean }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const [deleting, setDeleting] = useState<string | null>(null);
  const drafts = useDrafts().data ?? [];
  const asked = drafts.find(({ id }) => id === deleting);
  const isDeleted = deleting !== null && asked === undefined;
  // The button that had the focus is gone with its draft, and the focus must not leave the window.
  useEffect(() => {
    if (isDeleted) focusShown(document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]'));
  }, [isDeleted]);
  if (drafts.length === 0) return null;
  return (
    <section className={css.drafts} aria-label={t('form.drafts')}>
      {heading ? <h3 className={css.draftsTitle}>{t('form.drafts')}</h3> : null}
      <ul>
        {drafts.map((draft) => {
          const Icon = KIND_ICONS[draft.kind];
          const values = readValues((draft.form as { values?: unknown } | null)?.values);
          const title = titleOfValues(draft.kind, values, locale) || t('form.untitled');
          return (
            <li key={draft.id} className={css.draftRow}>
              <button
                type="button"
                className={css.newItem}
                onClick={() => {
                  onOpen?.();
                  openDraft(draft);
                }}
              >
                <Icon size={16} stroke={1.7} aria-hidden />
                <span className="truncate name-text" dir="auto">
                  {title}
                </span>
                <small>
                  {t(draft.target === null ? `form.new.${draft.kind}` : `form.edit.${draft.kind}`)} ·{' '}
                  {formatAgo(draft.updatedAt, locale, now)}
                </small>
              </button>
              <Hint label={t('form.discardDraft')}>
                <ActionIcon
                  aria-label={`${t('form.discardDraft')} · ${title}`}
                  onClick={() => setDeleting(draft.id)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Hint>
            </li>
          );
        })}
      </ul>
      {asked === undefined ? null : (
        <DialogBoundary onClose={() => setDeleting(null)}>
          <DeleteDraft draftId={asked.id} onClose={() => setDeleting(null)} />
        </DialogBoundary>
      )}
    </section>
  );
};
