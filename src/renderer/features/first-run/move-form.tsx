import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState, ComparedKind, Credentials } from '#shared/contract/accounts';
import { core } from '../../client/client';
import { isLocked } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { sentences } from '../../format/sentences';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import { AccountDialog, type AccountDialogProps } from './account-dialog';
import { addressError, isAddressRefused } from './address-error';
import { type DraftField, missingIn, TECHNICAL, toCredentials } from './credentials-draft';
import { AdvancedFields, focusField, PersonFields } from './credentials-fields';
import css from './first-run.module.css';
import { draftFrom, remembered, signInOf } from './sign-in-memory';
import { useGivenUp } from './use-given-up';

/** Says how many of the compared records the new address has. */
const comparisonText = (t: TFunction, compared: readonly ComparedKind[], locale: string): string => {
  const parts = compared.map(({ resource, asked, equal }) =>
    t('firstRun.move.equal', { what: t(`resource.${resource}`), asked, equal }),
  );
  return parts.length === 0
    ? t('firstRun.move.nothing')
    : sentences([t('firstRun.move.compared'), ...parts], locale);
};

/**
 * Signs in to an account at another address of its CRM. The core accepts the address only if it shows the same CRM. The
 * form is prefilled from the last sign-in, without the secrets.
 */
export const MoveForm = ({
  account,
  settings,
  onCancel,
  onMoved,
  onLocked,
}: {
  account: Account;
  settings: AppState['settings'];
  onCancel: () => void;
  onMoved?: () => void;
  onLocked?: (() => void) | undefined;
}) => {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const signal = useGivenUp(account.id, account.baseUrl);
  const before = signInOf(settings, account.id);
  const [baseUrl, setBaseUrl] = useState('');
  const [draft, setDraft] = useState(() => draftFrom(before));
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly (DraftField | 'baseUrl')[]>([]);
  const [advanced, setAdvanced] = useState(() => missingIn(draft).some((key) => TECHNICAL.includes(key)));
  useEffect(() => focusField(form.current, ['baseUrl']), []);
  const credentials = toCredentials(draft);
  const move = useMutation({
    mutationFn: (to: { baseUrl: string; credentials: Credentials }) =>
      core.accounts.move({ accountId: account.id, ...to }, { signal }),
    onSuccess: async (outcome, to) => {
      if (!outcome.ok) {
        if (isAddressRefused(outcome.error)) focusField(form.current, ['baseUrl']);
        if (isLocked(outcome.error)) onLocked?.();
        return;
      }
      putAppState(queries, outcome.state);
      onMoved?.();
      putAppState(
        queries,
        await core.accounts.setSettings(
          remembered(outcome.state, account.id, {
            baseUrl: outcome.state.account?.baseUrl ?? to.baseUrl,
            headerStyle: before?.headerStyle ?? 'raw',
            credentials: to.credentials,
          }),
        ),
      );
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (move.isPending) return;
    const gaps = [...(baseUrl.trim() === '' ? (['baseUrl'] as const) : []), ...missingIn(draft)];
    setMissing(gaps);
    if (credentials && gaps.length === 0) move.mutate({ baseUrl: baseUrl.trim(), credentials });
    else focusField(form.current, gaps);
  };
  const broken = move.isError ? { code: 'internal' as const } : undefined;
  const refused = move.data && !move.data.ok ? move.data : undefined;
  const failure = refused?.error ?? broken;
  const fields = {
    value: draft,
    onChange: (next: typeof draft): void => {
      setDraft(next);
      move.reset();
    },
    missing: missing.filter((key) => key !== 'baseUrl'),
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <p className={css.lead}>{t('firstRun.move.text')}</p>
      <TextInput
        label={t('firstRun.move.address')}
        placeholder="https://"
        title={t('firstRun.baseUrlHint')}
        value={baseUrl}
        onChange={(event) => {
          setBaseUrl(event.currentTarget.value);
          move.reset();
        }}
        spellCheck={false}
        autoComplete="off"
        data-field="baseUrl"
        data-autofocus
        error={addressError(t, { isMissing: missing.includes('baseUrl') && baseUrl === '', failure })}
      />
      <PersonFields {...fields} />
      <AdvancedFields {...fields} opened={advanced} onToggle={setAdvanced} />
      {failure && !isAddressRefused(failure) ? (
        <FailureNote asked failure={failure}>
          {refused?.compared ? <p>{comparisonText(t, refused.compared, i18n.language)}</p> : null}
        </FailureNote>
      ) : null}
      <div className={css.actions}>
        <BusyButton type="submit" isBusy={move.isPending}>
          {move.isPending ? t('firstRun.move.checking') : t('firstRun.move.go')}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
};

export const MoveDialog = ({ account, settings, onClose }: AccountDialogProps) => {
  const { t } = useTranslation();
  return (
    <AccountDialog account={account} title={(name) => t('firstRun.move.title', { name })} onClose={onClose}>
      <MoveForm account={account} settings={settings} onCancel={onClose} onMoved={onClose} />
    </AccountDialog>
  );
};
