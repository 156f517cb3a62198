import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState, Credentials } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { isLocked } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { type DraftField, missingIn, TECHNICAL, toCredentials } from './credentials-draft';
import { AdvancedFields, focusField, PersonFields } from './credentials-fields';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import css from './first-run.module.css';
import { draftFrom, remembered, signInOf } from './sign-in-memory';
import { MoveForm } from './move-form';
import { useGivenUp } from './use-given-up';

interface SignInProps {
  account: Account;
  settings: AppState['settings'];
  onCancel?: () => void;
  isAsked?: boolean;
  onLocked?: () => void;
}

/**
 * Signs in again to an account on this computer. The form is prefilled from the last sign-in, without the
 * secrets. `isAsked`: the user wants to sign in now, so the first empty field has the focus; a form that can be
 * cancelled always is. `onLocked` is called if the account is locked. If the CRM moved, the user enters its new address
 * in place of this form.
 */
export const SignInForm = (props: SignInProps) => {
  const [moving, setMoving] = useState(false);
  return moving ? (
    <MoveForm
      account={props.account}
      settings={props.settings}
      onLocked={props.onLocked}
      onCancel={() => setMoving(false)}
    />
  ) : (
    <HereForm {...props} onMove={() => setMoving(true)} />
  );
};

const HereForm = ({
  account,
  settings,
  onCancel,
  isAsked = onCancel !== undefined,
  onLocked,
  onMove,
}: SignInProps & { onMove: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signal = useGivenUp(account.id);
  const before = signInOf(settings, account.id);
  const [draft, setDraft] = useState(() => draftFrom(before));
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  // The form stores no secret. "Advanced" is open if a field in it must be filled in.
  const [advanced, setAdvanced] = useState(() => missingIn(draft).some((key) => TECHNICAL.includes(key)));
  const [first] = useState(() => missingIn(draft));
  useEffect(() => {
    if (isAsked) focusField(form.current, first);
  }, [isAsked, first]);
  const credentials = toCredentials(draft);
  const signIn = useMutation({
    mutationFn: (given: Credentials) =>
      core.accounts.signIn({ accountId: account.id, credentials: given }, { signal }),
    onSuccess: async (outcome, given) => {
      if (!outcome.ok) {
        if (isLocked(outcome.error)) onLocked?.();
        return;
      }
      putAppState(queries, outcome.state);
      putAppState(
        queries,
        await core.accounts.setSettings(
          remembered(outcome.state, account.id, {
            baseUrl: account.baseUrl,
            headerStyle: before?.headerStyle ?? 'raw',
            credentials: given,
          }),
        ),
      );
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (signIn.isPending) return;
    const gaps = missingIn(draft);
    setMissing(gaps);
    if (credentials) signIn.mutate(credentials);
    else focusField(form.current, gaps);
  };
  const broken = signIn.isError ? { code: 'internal' as const } : undefined;
  const failure = signIn.data && !signIn.data.ok ? signIn.data.error : broken;
  const fields = {
    value: draft,
    onChange: (next: typeof draft): void => {
      setDraft(next);
      signIn.reset();
    },
    missing,
    first: isAsked ? first[0] : undefined,
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <PersonFields {...fields} />
      <AdvancedFields {...fields} opened={advanced} onToggle={setAdvanced} />
      {failure ? <FailureNote asked failure={failure} /> : null}
      <div className={css.actions}>
        <BusyButton type="submit" isBusy={signIn.isPending}>
          {signIn.isPending ? t('firstRun.signingIn') : t('settings.signIn')}
        </BusyButton>
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
        <Button variant="subtle" color="gray" onClick={onMove}>
          {t('firstRun.move.offer')}
        </Button>
      </div>
    </form>
  );
};
