import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { putAppState } from '../../client/queries';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import { RecoveryCodeInput } from '../../ui/recovery-code-input';
import css from './locked.module.css';

/**
 * The form for the recovery code. The user may try any number of times; a wrong code changes nothing. `onType` is
 * called at each change of the code.
 */
export const RecoveryForm = ({ accountId, onType }: { accountId: string; onType: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const recover = useMutation({
    mutationFn: () => core.accounts.recover({ accountId, code }),
    onSuccess: (outcome) => {
      if (outcome.ok) putAppState(queries, outcome.state);
    },
  });
  const refused = recover.data && !recover.data.ok ? recover.data.error : null;
  const failure = recover.isError ? { code: 'internal' as const } : refused;
  const mistyped = failure?.code === 'code-mistyped' ? t('protection.locked.mistyped') : undefined;
  const error = failure?.code === 'code-wrong' ? t('protection.locked.wrong') : mistyped;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    recover.mutate();
  };
  return (
    <form className={css.recover} onSubmit={submit}>
      <RecoveryCodeInput
        autoFocus
        code={code}
        error={error}
        onType={(typed) => {
          recover.reset();
          setCode(typed);
          onType();
        }}
      />
      {failure && error === undefined && failure.code !== 'cache-locked' ? (
        <FailureNote asked failure={failure} />
      ) : null}
      <BusyButton type="submit" disabled={code.trim() === ''} isBusy={recover.isPending}>
        {t(recover.isPending ? 'protection.locked.opening' : 'protection.locked.open')}
      </BusyButton>
    </form>
  );
};
