import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#shared/contract/outbox';
import { RESOURCE_ICONS } from '../../navigation/places';
import { usePreferences } from '../../client/preferences';
import { formatAgo } from '../../format/time';
import { useNow } from '../../ui/use-now';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { openDraft } from '../../navigation/form-route';
import { readValues } from '../../forms/values/form-values';
import { DeleteDraft } from '../../forms/windows/delete-draft';
import { titleOfValues } from '../../forms/values/title-of-values';
import listCss from './outbox-list.module.css';

const nameOf = ({ kind, form }: Draft, locale: string): string =>
  titleOfValues(
    kind,
    readValues(typeof form === 'object' && form !== null && 'values' in form ? form.values : undefined),
    locale,
  );

/** Lists the drafts: forms that were begun and not saved. */
export const DraftList = ({ drafts }: { drafts: readonly Draft[] }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const [deleting, setDeleting] = useState<Draft | null>(null);
  return (
    <ul>
      {drafts.map((draft) => {
        const Icon = RESOURCE_ICONS[RESOURCE_OF_KIND[draft.kind]];
        return (
          <li key={draft.id} className={listCss.draft}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className={listCss.rowText}>
              <span className={listCss.rowWhat}>
                <span className="truncate">
                  {t(`outbox.${draft.target === null ? 'create' : 'change'}.${draft.kind}`)}
                </span>
                <span className={listCss.rowSince}>{formatAgo(draft.updatedAt, locale, now)}</span>
              </span>
              <span className={`${listCss.rowTitle} truncate`}>
                {nameOf(draft, locale) || t('outbox.draft.untitled')}
              </span>
            </span>
            <Button variant="default" size="compact-xs" onClick={() => openDraft(draft)}>
              {t('outbox.draft.continue')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setDeleting(draft)}>
              {t('outbox.draft.delete')}
            </Button>
          </li>
        );
      })}
      {deleting ? (
        <DialogBoundary onClose={() => setDeleting(null)}>
          <DeleteDraft draftId={deleting.id} onClose={() => setDeleting(null)} />
        </DialogBoundary>
      ) : null}
    </ul>
  );
};
