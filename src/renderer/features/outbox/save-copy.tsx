import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { BusyButton } from '../../ui/busy-button';
import { type FileResult, saveFile } from '../../ui/save-file';
import { SavedFileNote } from '../../ui/saved-file-note';
import css from './outbox.module.css';

/** Saves a text as a JSON file. */
export const saveText = (fileName: string, text: string): Promise<FileResult> =>
  saveFile(new Blob([text], { type: 'application/json' }), fileName);

/**
 * Saves the whole outbox as a file: that of the open account, or of the given one, which need not be open. Rejects if
 * the outbox cannot be read.
 */
export const saveOutboxCopy = async (accountId?: string): Promise<FileResult> => {
  const { fileName, text } = await (accountId === undefined
    ? core.outbox.export()
    : core.accounts.exportUnsent({ accountId }));
  return saveText(fileName, text);
};

export const SaveCopyButton = ({ accountId }: { accountId?: string }) => {
  const { t } = useTranslation();
  const save = useMutation({ mutationFn: () => saveOutboxCopy(accountId) });
  return (
    <div className={css.saveCopy}>
      <BusyButton
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('outbox.copy.export')}
      </BusyButton>
      <span role="status" className={css.faint}>
        {save.isError ? t('outbox.copy.exportFailed') : null}
        {save.data ? <SavedFileNote file={save.data} /> : null}
      </span>
    </div>
  );
};
