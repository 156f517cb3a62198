import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { saveFile } from '../../ui/save-file';
import { CopyButton } from '../../ui/copy-button';
import css from './settings.module.css';
import { Section } from './settings-parts';
import { Dialog } from '../../ui/dialog';

/** The report for support. The user reads it, then saves or copies it. Satchel sends it nowhere. */
export const BundleSettings = () => {
  const { t } = useTranslation();
  const make = useMutation({ mutationFn: () => core.diagnostics.bundle() });
  const [saved, setSaved] = useState(false);
  const close = (): void => {
    make.reset();
    setSaved(false);
  };
  const save = ({ fileName, text }: { fileName: string; text: string }): void => {
    saveFile(new Blob([text], { type: 'application/json' }), fileName);
    setSaved(true);
  };
  return (
    <Section title={t('diagnostics.bundle')}>
      <div className={css.bundle}>
        <p>{t('diagnostics.bundleNote')}</p>
        <Button variant="default" disabled={make.isPending} onClick={() => make.mutate()}>
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
              {saved ? (
                <>
                  <IconCheck size={15} aria-hidden />
                  {t('diagnostics.bundleSaved', { name: make.data.fileName })}
                </>
              ) : null}
            </span>
            <CopyButton value={make.data.text} label={t('diagnostics.bundleCopy')} />
            <Button data-autofocus onClick={() => save(make.data)}>
              {t('diagnostics.bundleSave')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </Section>
  );
};
