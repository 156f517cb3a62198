import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AppState } from '#shared/contract/accounts';
import { MOST_NAME_CHARACTERS } from '#shared/domain/limits';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { failureOf } from '../../client/failure-of';
import { putAppState, useUsers } from '../../client/queries';
import { outsideGroup } from '../../client/query-keys';
import { peopleOptions } from '../../format/people';
import { setParams, useRoute } from '../../navigation/router';
import { BusyButton } from '../../ui/busy-button';
import { offProps } from '../../ui/off-props';
import { Pill } from '../../ui/pill';
import { Dialog } from '../../ui/dialog';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { UnsentReminder } from '../outbox/public';
import { FailureNote } from '../../ui/failure-note';
import { AddAccount, MoveDialog, RemoveCopy, signOutOf, SignInForm } from '../first-run/public';
import { ConnectionTest } from './connection-test';
import css from './settings.module.css';
import { Section, SettingRow } from './settings-parts';
import { useSwitchAccount } from './switch-account';
import { useChange, useChoice } from '../../forms/windows/use-change';
import { selectOnClick } from '../../ui/select-on-click';

const SignOut = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: (data: 'keep' | 'remove') => signOutOf(account.id, data),
    onSuccess: (state) => {
      onClose();
      putAppState(queries, state);
      void queries.invalidateQueries(outsideGroup('app'));
    },
  });
  const option = (data: 'keep' | 'remove', title: string, text: string) => (
    <button
      type="button"
      className={css.option}
      data-danger={data === 'remove'}
      {...offProps(signOut.isPending, () => signOut.mutate(data))}
    >
      <b>{title}</b>
      <span>{text}</span>
    </button>
  );
  return (
    <Dialog width={440} onClose={onClose} title={t('settings.signOutTitle', { name: account.name })}>
      <div className={css.choice}>
        <UnsentReminder leaving="signOut" />
        {option('keep', t('settings.signOutKeep'), t('settings.signOutKeepText'))}
        {option('remove', t('settings.signOutRemove'), t('settings.signOutRemoveText'))}
        {signOut.isError ? <FailureNote asked failure={failureOf(signOut.error)} /> : null}
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
};

const OtherAccounts = ({ app }: { app: AppState }) => {
  const { t } = useTranslation();
  const { switchTo, isPending, question } = useSwitchAccount();
  const [adding, setAdding] = useState(false);
  const others = app.accounts.filter(({ id }) => id !== app.account?.id);
  return (
    <Section title={t('settings.otherAccounts')}>
      {others.map((account) => (
        <SettingRow
          key={account.id}
          label={account.name || account.baseUrl}
          labelId={`account-${account.id}`}
        >
          <BusyButton
            variant="default"
            aria-describedby={`account-${account.id}`}
            isBusy={isPending}
            onClick={() => switchTo(account)}
          >
            {t('settings.switchTo')}
          </BusyButton>
          <RemoveCopy account={account} describedBy={`account-${account.id}`} />
        </SettingRow>
      ))}
      <SettingRow label="">
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('settings.addAccount')}
        </Button>
      </SettingRow>
      {question}
      {adding ? (
        <DialogBoundary onClose={() => setAdding(false)}>
          <AddAccount onClose={() => setAdding(false)} />
        </DialogBoundary>
      ) : null}
    </Section>
  );
};

/**
 * The name of the account on this computer. It is stored on Enter and when the field or the screen is left; Escape takes
 * it back.
 */
const AccountName = ({ account: { id, name, baseUrl } }: { account: Account }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useChange({
    mutationFn: (given: string) => core.accounts.rename({ accountId: id, name: given }),
    onSuccess: (state) => putAppState(queries, state),
  });
  const kept = rename.isPending ? rename.variables : name;
  const leave = (): void => {
    const given = typed?.trim() ?? '';
    setTyped(null);
    if (given === '' || given === kept) return;
    // A refused name stays in the field, unless something newer was typed.
    rename.mutate(given, { onError: () => setTyped((newer) => newer ?? given) });
  };
  // A key can open another screen. A field that is removed is not told that it lost the focus.
  const onRemoved = useEffectEvent(leave);
  useEffect(() => () => onRemoved(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') leave();
    if (event.key !== 'Escape' || typed === null) return;
    event.stopPropagation();
    setTyped(null);
  };
  return (
    <TextInput
      aria-label={t('firstRun.name')}
      w={240}
      value={typed ?? kept}
      placeholder={baseUrl}
      maxLength={MOST_NAME_CHARACTERS}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
};

export const AccountSettings = ({ app, account }: { app: AppState; account: Account }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [moving, setMoving] = useState(false);
  const isSignInAsked = useRoute().params.signIn !== undefined;
  // The focus moves once, and again with the next press of "Sign in".
  useEffect(() => {
    if (isSignInAsked) setParams({ signIn: undefined });
  }, [isSignInAsked]);
  const sync = useSync(({ state }) => state);
  const users = useUsers().data ?? [];
  const chooseSelf = useChange({
    mutationFn: (userId: string) => core.accounts.chooseSelf({ userId }),
    onSuccess: (state) => putAppState(queries, state),
  });
  const [isOffline, setOffline] = useChoice(sync?.demoOffline ?? false, (offline: boolean) =>
    core.accounts.setDemoOffline({ offline }),
  );
  return (
    <>
      <Section title={t('settings.connection')}>
        <SettingRow label={t('firstRun.name')}>
          <AccountName key={account.id} account={account} />
        </SettingRow>
        <SettingRow label={t('settings.service')} labelId="crm-address">
          {account.demo ? (
            t('settings.bundled')
          ) : (
            <>
              <span className="truncate" title={account.baseUrl}>
                {account.baseUrl}
              </span>
              <Button variant="default" aria-describedby="crm-address" onClick={() => setMoving(true)}>
                {t('settings.changeAddress')}
              </Button>
            </>
          )}
        </SettingRow>
        <SettingRow label={t('settings.token')}>
          {account.demo ? null : (
            <span style={{ color: 'var(--text-dim)' }}>
              {t(`settings.tokenStorage.${app.isTokenKept ? app.tokenStorage : 'memory'}`)}
            </span>
          )}
          <Pill soft tone={account.auth === 'signed-in' ? 'green' : 'yellow'}>
            {t(`settings.auth.${account.auth}`)}
          </Pill>
        </SettingRow>
        <ConnectionTest />
        <SettingRow label={t('settings.self')}>
          <Select
            aria-label={t('settings.self')}
            searchable
            {...selectOnClick}
            allowDeselect={false}
            w={240}
            value={account.selfUserId}
            placeholder={account.selfName ?? '—'}
            data={peopleOptions(users).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => {
              if (value !== null) chooseSelf.mutate(value);
            }}
          />
        </SettingRow>
        {account.demo && sync ? (
          <SettingRow label={t('settings.demoNetwork')}>
            <span
              className="truncate"
              title={t('settings.demoNetworkText')}
              style={{ color: 'var(--text-dim)', flex: 1 }}
            >
              {t('settings.demoNetworkText')}
            </span>
            <Switch
              aria-label={t('settings.demoNetwork')}
              checked={!isOffline}
              onChange={(event) => setOffline(!event.currentTarget.checked)}
            />
          </SettingRow>
        ) : null}
        {account.auth === 'signed-in' || account.demo ? null : (
          <div className={css.signin}>
            <SignInForm key={account.id} account={account} settings={app.settings} isAsked={isSignInAsked} />
          </div>
        )}
        <SettingRow label="">
          <Button variant="default" c="var(--red)" onClick={() => setLeaving(true)}>
            {t('settings.signOut')}
          </Button>
        </SettingRow>
      </Section>
      <OtherAccounts app={app} />
      {moving ? (
        <DialogBoundary onClose={() => setMoving(false)}>
          <MoveDialog account={account} settings={app.settings} onClose={() => setMoving(false)} />
        </DialogBoundary>
      ) : null}
      {leaving ? (
        <DialogBoundary onClose={() => setLeaving(false)}>
          <SignOut account={account} onClose={() => setLeaving(false)} />
        </DialogBoundary>
      ) : null}
    </>
  );
};
