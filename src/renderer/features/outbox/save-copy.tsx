import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import css from './outbox.module.css';

const REVOKE_AFTER_MS = 10_000;

/** Saves a text as a JSON file through the browser; returns the file name. */
export const saveText = (fileName: string, text: string): string => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after the click handler returns, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return fileName;
};

/** Saves the whole outbox as a file; returns the file name. */
export const saveOutboxCopy = async (): Promise<string> => {
  const { fileName, text } = await core.outbox.export();
  return saveText(fileName, text);
};

export const SaveCopyButton = () => {
  const { t } = useTranslation();
  const save = useMutation({ mutationFn: saveOutboxCopy });
  const unlessSaved = save.isError ? t('outbox.copy.exportFailed') : '';
  return (
    <div className={css.saveCopy}>
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('outbox.copy.export')}
      </Button>
      <span role="status" className={css.faint}>
        {save.isSuccess ? t('outbox.copy.exported', { file: save.data }) : unlessSaved}
      </span>
    </div>
  );
};
