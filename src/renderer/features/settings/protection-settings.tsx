import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { putAppState, useAppState } from '../../client/queries';
import { sentences } from '../../format/sentences';
import { BusyButton } from '../../ui/busy-button';
import { Pill } from '../../ui/pill';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { later } from '../../ui/later';
import { FailureNote } from '../../ui/failure-note';
import css from './settings.module.css';
import { Section, SettingRow } from './settings-parts';
import { Dialog } from '../../ui/dialog';

const RecoveryCodeDialog = later(async () => (await import('./recovery-code-dialog')).RecoveryCodeDialog);

/**
 * Shows whether the cache and the outbox are encrypted on this computer. The outbox is encrypted once the
 * user has saved a recovery code.
 */
export const ProtectionSettings = () => {
  const { t, i18n } = useTranslation();
  const app = useAppState().data;
  const [asked, setAsked] = useState<'code' | 'stop' | null>(null);
  if (!app?.account || !app.cacheProtection || !app.outboxProtection) return null;
  const { cacheProtection, outboxProtection: outbox, account } = app;
  const keyring = app.tokenStorage === 'keychain';
  const encrypted = outbox.state === 'encrypted';
  const state = (is: boolean) => (
    <Pill tone={is ? 'green' : 'gray'}>{t(is ? 'protection.on' : 'protection.off')}</Pill>
  );
  const plainCopyState = keyring ? 'notYet' : 'noKeyring';
  const plainNote = keyring ? 'protection.plainNote' : 'protection.noKeyringNote';
  const notes = [
    t(`settings.cacheProtection.${cacheProtection === 'encrypted' ? 'encrypted' : plainCopyState}`),
    t(encrypted ? 'protection.encryptedNote' : plainNote),
    ...(outbox.plainCopies > 0 ? [t('protection.plainCopies', { count: outbox.plainCopies })] : []),
  ];
  return (
    <Section title={t('protection.title')} note={sentences(notes, i18n.language)}>
      <SettingRow label={t('protection.copy')}>{state(cacheProtection === 'encrypted')}</SettingRow>
      <SettingRow label={t('protection.outbox')}>
        {state(encrypted)}
        {keyring ? (
          <Button variant="default" onClick={() => setAsked('code')}>
            {t(encrypted ? 'protection.newCode' : 'protection.turnOn')}
          </Button>
        ) : null}
        {encrypted ? (
          <Button variant="default" onClick={() => setAsked('stop')}>
            {t('protection.turnOff')}
          </Button>
        ) : null}
      </SettingRow>
      {encrypted && !outbox.hasCode ? (
        <p className={css.warning} role="status">
          {t('protection.noCode')}
        </p>
      ) : null}
      {asked === 'code' ? (
        <DialogBoundary onClose={() => setAsked(null)}>
          <RecoveryCodeDialog account={account} renewing={encrypted} onClose={() => setAsked(null)} />
        </DialogBoundary>
      ) : null}
      {asked === 'stop' ? (
        <DialogBoundary onClose={() => setAsked(null)}>
          <StopEncrypting onClose={() => setAsked(null)} />
        </DialogBoundary>
      ) : null}
    </Section>
  );
};

const StopEncrypting = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => core.accounts.decryptOutbox(),
    onSuccess: (outcome) => {
      if (!outcome.ok) return;
      putAppState(queries, outcome.state);
      onClose();
    },
  });
  const refused = stop.data && !stop.data.ok ? stop.data.error : null;
  const failure = stop.isError ? { code: 'internal' as const } : refused;
  return (
    <Dialog width={440} onClose={onClose} title={t('protection.stop.title')}>
      <div className={css.choice}>
        <p className={css.dim}>{t('protection.stop.text')}</p>
        {failure ? <FailureNote asked failure={failure} /> : null}
        <div className={css.foot}>
          <BusyButton isBusy={stop.isPending} onClick={() => stop.mutate()}>
            {t(stop.isPending ? 'protection.stop.going' : 'protection.stop.go')}
          </BusyButton>
          <BusyButton variant="subtle" color="gray" isBusy={stop.isPending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  );
};
