import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { useDecision } from '../../client/outbox-queries';
import { BusyButton } from '../../ui/busy-button';
import { Dialog } from '../../ui/dialog';
import { RecoveryCodeInput } from '../../ui/recovery-code-input';
import css from './outbox.module.css';
import { restoredText } from './restored-text';

/**
 * Reads the unsent work that was set aside, and says what was added. If a file needs an earlier key, it asks for the
 * recovery code. A wrong code changes nothing.
 */
export const ReadBackDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const read = useDecision((typed: string) => core.outbox.readBack({ code: typed }));
  const { mutate } = read;
  useEffect(() => mutate(''), [mutate]);
  // The last complete answer stays while another code is tried.
  const { data } = read;
  const [locked, setLocked] = useState(0);
  if (data?.ok && data.locked !== locked) setLocked(data.locked);
  /** How many files need a code. The first answer says it, because it was asked for without a code. */
  const [needCode, setNeedCode] = useState<number | null>(null);
  if (data?.ok && needCode === null) setNeedCode(data.locked);
  const lines = (): string[] => {
    if (read.isError) return [t('outbox.copy.readBackFailed')];
    if (!data?.ok) return [];
    if (data.files > 0) return restoredText(t, data);
    return data.locked === 0 ? [t('outbox.copy.readBackNone')] : [];
  };
  const typed = read.variables ?? '';
  // Each file may have its own code, so a code that opens one of them is right.
  const isWrong = typed !== '' && data?.ok === true && data.locked >= (needCode ?? 0) && data.locked > 0;
  const wrong = isWrong ? t('outbox.copy.readBackWrong') : undefined;
  const error = data?.ok === false ? t('protection.locked.mistyped') : wrong;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(code);
  };
  return (
    <Dialog width={420} onClose={onClose} title={t('outbox.copy.readBack')}>
      <div className={css.dialog}>
        <div role="status">
          {lines().map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {locked > 0 ? (
          <form className={css.dialog} onSubmit={submit}>
            <p>{t('outbox.copy.readBackLocked', { count: locked })}</p>
            <RecoveryCodeInput code={code} error={read.isPending ? undefined : error} onType={setCode} />
            <BusyButton type="submit" disabled={code.trim() === ''} isBusy={read.isPending}>
              {t('outbox.copy.readBackGo')}
            </BusyButton>
          </form>
        ) : null}
      </div>
    </Dialog>
  );
};
