import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState, Credentials } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { putAppState } from '../../client/queries';
import { toCredentials } from './credentials-draft';
import { CredentialsFields } from './credentials-fields';
import { FailureNote } from '../../ui/failure-note';
import css from './first-run.module.css';
import { ScopeChoice } from './scope-choice';
import { draftFrom, remembered, signInOf } from './sign-in-memory';

/** Signs an account that is here in again. It begins the way it was last done, all but the secret. */
export const SignInForm = ({
  account,
  settings,
  onCancel,
}: {
  account: Account;
  settings: AppState['settings'];
  onCancel?: () => void;
}) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const before = signInOf(settings, account.id);
  const [draft, setDraft] = useState(() => draftFrom(before));
  const form = useRef<HTMLFormElement>(null);
  const asked = onCancel !== undefined;
  // Whoever asked for the form goes on typing where something is missing.
  useEffect(() => {
    if (asked)
      [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([type="radio"])') ?? [])]
        .find((field) => field.value === '')
        ?.focus();
  }, [asked]);
  const credentials = toCredentials(draft);
  const signIn = useMutation({
    mutationFn: (given: Credentials) => core.accounts.signIn({ accountId: account.id, credentials: given }),
    onSuccess: async (outcome, given) => {
      if (!outcome.ok) return;
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
    if (credentials) signIn.mutate(credentials);
  };
  const failure =
    signIn.data && !signIn.data.ok
      ? signIn.data.error
      : signIn.isError
        ? { code: 'internal' as const }
        : undefined;
  return (
    <form ref={form} className={css.form} onSubmit={submit}>
      <CredentialsFields
        value={draft}
        onChange={(next) => {
          setDraft(next);
          signIn.reset();
        }}
      />
      {draft.kind === 'token' ? null : (
        <details className={css.advanced}>
          <summary>{t('firstRun.advanced')}</summary>
          <ScopeChoice
            value={draft.scopes}
            onChange={(scopes) => {
              setDraft({ ...draft, scopes });
              signIn.reset();
            }}
          />
        </details>
      )}
      {failure ? <FailureNote failure={failure} /> : null}
      <div className={css.actions}>
        <Button type="submit" disabled={!credentials || signIn.isPending}>
          {signIn.isPending ? t('firstRun.signingIn') : t('settings.signIn')}
        </Button>
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
};
