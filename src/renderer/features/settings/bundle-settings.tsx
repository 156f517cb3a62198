import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { type FileResult, saveFile } from '../../ui/save-file';
import { SavedFileNote } from '../../ui/saved-file-note';
import { CopyButton } from '../../ui/copy-button';
import css from './settings.module.css';
import { Section } from './settings-parts';
import { useChange } from '../../forms/windows/use-change';
import { Dialog } from '../../ui/dialog';

/** The report for support. The user reads it, then saves or copies it. Satchel sends it nowhere. */
export const BundleSettings = () => {
  const { t } = useTranslation();
  const make = useChange({ mutationFn: () => core.diagnostics.bundle() });
  const [saved, setSaved] = useState<FileResult | null>(null);
  const close = (): void => {
    make.reset();
    setSaved(null);
  };
  const save = ({ fileName, text }: { fileName: string; text: string }): void => {
    setSaved(null);
    void saveFile(new Blob([text], { type: 'application/json' }), fileName).then(setSaved);
  };
  return (
    <Section title={t('diagnostics.bundle')}>
      <div className={css.bundle}>
        <p>{t('diagnostics.bundleNote')}</p>
        {/* Not disabled meanwhile: a disabled button loses the focus, which returns to it after the dialog. */}
        <Button
          variant="default"
          onClick={() => {
            if (!make.isPending) make.mutate();
          }}
        >
          {t('diagnostics.bundleMake')}
        </Button>
      </div>
      {make.data ? (
        <Dialog width={820} onClose={close} title={t('diagnostics.bundleTitle')}>
          <pre className={css.preview} tabIndex={0} role="group" aria-label={t('diagnostics.bundleTitle')}>
            {make.data.text}
          </pre>
          <div className={css.previewFoot}>
            <span className={css.saved} role="status">
              {saved ? <SavedFileNote file={saved} /> : null}
            </span>
            <CopyButton value={() => make.data.text} label={t('diagnostics.bundleCopy')} />
            <Button data-autofocus onClick={() => save(make.data)}>
              {t('diagnostics.bundleSave')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </Section>
  );
};
