import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { Banner } from './banner';
import { BusyButton } from '../../ui/busy-button';
import type { FileResult } from '../../ui/save-file';
import { saveText } from './save-copy';

const saveUnreadable = async (): Promise<FileResult> => {
  const rows = await core.outbox.unreadable();
  const items = rows.map(({ raw, ...row }) => ({ ...row, raw: JSON.parse(raw) as unknown }));
  return saveText('satchel-unreadable.json', JSON.stringify(items, null, 2));
};

/** Shows how many rows of the outbox cannot be read, and saves their raw text. */
export const UnreadableBanner = () => {
  const { t } = useTranslation();
  const count = useOutboxSummary(({ summary }) => summary?.unreadable ?? 0);
  const save = useMutation({ mutationFn: saveUnreadable });
  if (count === 0) return null;
  const unlessSaved = save.isError ? t('outbox.copy.exportFailed') : t('outbox.banner.unreadableHint');
  const hint = save.data ? t(`savedFile.${save.data.outcome}`, { name: save.data.name }) : unlessSaved;
  return (
    <Banner tone="warn" title={t('outbox.badge.unreadable', { count })} hint={hint}>
      <BusyButton
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('outbox.banner.unreadableSave')}
      </BusyButton>
    </Banner>
  );
};
