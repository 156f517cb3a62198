import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/contract/accounts';
import { MOST_NAME_CHARACTERS } from '#shared/domain/limits';
import { core } from '../../client/client';
import { eachOnce } from '../../client/each-once';
import { putAppState } from '../../client/queries';
import { addressError, isAddressRefused } from './address-error';
import { type DraftField, missingIn, toCredentials } from './credentials-draft';
import { AdvancedFields, focusField, PersonFields } from './credentials-fields';
import { BusyButton } from '../../ui/busy-button';
import { FailureNote } from '../../ui/failure-note';
import css from './first-run.module.css';
import { RefusedScopes } from './scope-choice';
import { isNamedSandbox } from './named-sandbox';
import { draftFrom, remembered, type SignInMemory } from './sign-in-memory';
import { useGivenUp } from './use-given-up';
import { selectOnClick } from '../../ui/select-on-click';

const ANYONE = '';

/** Returns the only user with this e-mail; undefined if no user or several users have it. */
const userByEmail = <U extends { email: string }>(users: readonly U[], email: string): U | undefined => {
  const wanted = email.trim().toLowerCase();
  const found = users.filter((user) => wanted !== '' && user.email.trim().toLowerCase() === wanted);
  return found.length === 1 ? found[0] : undefined;
};

/**
 * Connects a service. The form tests the connection first and opens only a tested connection; any change
 * requires a new test. It is prefilled from the last sign-in on this computer, without the secrets.
 */
export const ConnectForm = ({
  suggestedBaseUrl,
  before,
  onCancel,
  onConnected,
}: {
  suggestedBaseUrl: string | null;
  before: SignInMemory | null;
  onCancel?: () => void;
  onConnected?: () => void;
}) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signal = useGivenUp();
  const [baseUrl, setBaseUrl] = useState(suggestedBaseUrl ?? before?.baseUrl ?? '');
  const [draft, setDraft] = useState(() => draftFrom(before));
  const [headerStyle, setHeaderStyle] = useState<'raw' | 'bearer'>(before?.headerStyle ?? 'raw');
  const [name, setName] = useState('');
  /** Null until the user chooses; then the default is the user with the e-mail of the sign-in. */
  const [chosenSelf, setChosenSelf] = useState<string | null>(null);
  const [advanced, setAdvanced] = useState(draft.kind !== 'password');
  const [missing, setMissing] = useState<readonly (DraftField | 'baseUrl')[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const credentials = toCredentials(draft);
  const connection: Connection | undefined =
    credentials && baseUrl.trim() !== '' ? { baseUrl: baseUrl.trim(), credentials, headerStyle } : undefined;
  const test = useMutation({ mutationFn: (tried: Connection) => core.accounts.test(tried) });
  const connect = useMutation({
    mutationFn: (tested: Connection) =>
      core.accounts.connect(
        {
          ...tested,
          headerStyle,
          name: name.trim(),
          selfUserId: selfUserId === ANYONE ? null : selfUserId,
        },
        { signal },
      ),
    onSuccess: async (outcome, tested) => {
      if (!outcome.ok) return;
      putAppState(queries, outcome.state);
      const { account } = outcome.state;
      if (account)
        putAppState(
          queries,
          await core.accounts.setSettings(
            remembered(outcome.state, account.id, { ...tested, baseUrl: account.baseUrl, headerStyle }),
          ),
        );
      onConnected?.();
    },
  });
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setChosenSelf(null);
      test.reset();
      connect.reset();
    };
  const tested = test.data?.ok ? test.data : undefined;
  // The result appears below the fields, which may fill the whole dialog.
  useEffect(() => {
    if (test.data) actions.current?.scrollIntoView({ block: 'nearest' });
    if (test.data && !test.data.ok && isAddressRefused(test.data.error))
      focusField(form.current, ['baseUrl']);
  }, [test.data]);
  const byEmail = draft.kind === 'password' ? userByEmail(tested?.users ?? [], draft.username) : undefined;
  const selfUserId = chosenSelf ?? byEmail?.id ?? ANYONE;
  const broken = test.isError || connect.isError ? { code: 'internal' as const } : undefined;
  const testFailure = test.data && !test.data.ok ? test.data.error : broken;
  const failure = connect.data && !connect.data.ok ? connect.data.error : testFailure;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (test.isPending || connect.isPending) return;
    const gaps = [...(baseUrl.trim() === '' ? (['baseUrl'] as const) : []), ...missingIn(draft)];
    setMissing(gaps);
    if (!connection) return focusField(form.current, gaps);
    if (tested) connect.mutate(connection);
    else test.mutate(connection);
  };
  const fields = {
    value: draft,
    onChange: change(setDraft),
    missing: missing.filter((key) => key !== 'baseUrl'),
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('firstRun.baseUrl')}
        placeholder="https://"
        title={t('firstRun.baseUrlHint')}
        value={baseUrl}
        onChange={(event) => change(setBaseUrl)(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
        data-field="baseUrl"
        {...(onCancel ? { 'data-autofocus': true } : {})}
        error={addressError(t, { isMissing: missing.includes('baseUrl') && baseUrl === '', failure })}
      />
      {isNamedSandbox(baseUrl) ? (
        <p className={css.warning} role="status">
          {t('firstRun.sandbox')}
        </p>
      ) : null}
      <PersonFields {...fields} />
      <AdvancedFields {...fields} opened={advanced} onToggle={setAdvanced}>
        <Select
          label={t('firstRun.header')}
          allowDeselect={false}
          value={headerStyle}
          onChange={(value) => change(setHeaderStyle)(value === 'bearer' ? 'bearer' : 'raw')}
          data={[
            { value: 'raw', label: t('firstRun.headerRaw') },
            { value: 'bearer', label: t('firstRun.headerBearer') },
          ]}
        />
      </AdvancedFields>
      {failure && !isAddressRefused(failure) ? <FailureNote asked failure={failure} /> : null}
      {tested ? (
        <>
          <div className={css.ok} role="status">
            {t('firstRun.tested', { time: tested.serverTime })}
          </div>
          <RefusedScopes scopes={tested.refusedScopes} />
          <div className={css.pair}>
            <Select
              label={t('firstRun.whoAmI')}
              description={t(byEmail?.id === selfUserId ? 'firstRun.whoAmIByEmail' : 'firstRun.whoAmIHint')}
              searchable
              {...selectOnClick}
              allowDeselect={false}
              value={selfUserId}
              onChange={(value) => setChosenSelf(value ?? ANYONE)}
              inputWrapperOrder={['label', 'input', 'description']}
              data={[
                { value: ANYONE, label: t('firstRun.anyone') },
                ...eachOnce(tested.users).map((user) => ({
                  value: user.id,
                  label: user.email === '' ? user.name : `${user.name} (${user.email})`,
                })),
              ]}
            />
            <TextInput
              label={t('firstRun.name')}
              description={t('firstRun.nameHint')}
              inputWrapperOrder={['label', 'input', 'description']}
              value={name}
              maxLength={MOST_NAME_CHARACTERS}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </div>
        </>
      ) : null}
      <div ref={actions} className={css.actions}>
        {tested ? (
          <BusyButton size="sm" type="submit" isBusy={connect.isPending}>
            {connect.isPending ? t('firstRun.connecting') : t('firstRun.connect')}
          </BusyButton>
        ) : (
          <BusyButton size="sm" type="submit" variant="default" isBusy={test.isPending}>
            {test.isPending ? t('firstRun.testing') : t('firstRun.test')}
          </BusyButton>
        )}
        {onCancel ? (
          <Button size="sm" variant="subtle" color="gray" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
};
