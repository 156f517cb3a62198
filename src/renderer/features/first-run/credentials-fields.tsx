import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Credentials } from '#shared/contract/accounts';
import css from './first-run.module.css';

export interface CredentialsDraft { kind: Credentials['kind']; clientId: string; clientSecret: string; username: string; password: string; accessToken: string }
export const NO_CREDENTIALS: CredentialsDraft = { kind: 'client', clientId: '', clientSecret: '', username: '', password: '', accessToken: '' };

/** The draft as the contract wants it; undefined while something is missing. */
export const toCredentials = ({ kind, clientId, clientSecret, username, password, accessToken }: CredentialsDraft): Credentials | undefined => {
  if (kind === 'token') return accessToken.trim() === '' ? undefined : { kind, accessToken: accessToken.trim() };
  const client = { clientId: clientId.trim(), clientSecret: clientSecret.trim() };
  if (client.clientId === '' || client.clientSecret === '') return undefined;
  if (kind === 'client') return { kind, ...client };
  return username.trim() === '' || password === '' ? undefined : { kind, ...client, username: username.trim(), password };
};

/** The three ways to prove who one is. */
export const CredentialsFields = ({ value, onChange }: { value: CredentialsDraft; onChange: (value: CredentialsDraft) => void }) => {
  const { t } = useTranslation();
  const set = (key: keyof CredentialsDraft) => (event: { currentTarget: { value: string } }): void => onChange({ ...value, [key]: event.currentTarget.value });
  return (
    <>
      <SegmentedControl fullWidth value={value.kind} onChange={(kind) => onChange({ ...value, kind })} data={(['client', 'password', 'token'] as const).map((kind) => ({ value: kind, label: t(`firstRun.kind.${kind}`) }))} />
      {value.kind === 'token' ? (
        <PasswordInput size="xs" label={t('firstRun.token')} description={t('firstRun.tokenHint')} value={value.accessToken} onChange={set('accessToken')} autoComplete="off" />
      ) : (
        <>
          <div className={css.pair}>
            <TextInput label={t('firstRun.clientId')} value={value.clientId} onChange={set('clientId')} autoComplete="off" spellCheck={false} />
            <PasswordInput size="xs" label={t('firstRun.clientSecret')} value={value.clientSecret} onChange={set('clientSecret')} autoComplete="off" />
          </div>
          {value.kind === 'password' ? (
            <div className={css.pair}>
              <TextInput type="email" label={t('firstRun.username')} value={value.username} onChange={set('username')} autoComplete="off" />
              <PasswordInput size="xs" label={t('firstRun.password')} value={value.password} onChange={set('password')} autoComplete="off" />
            </div>
          ) : null}
        </>
      )}
    </>
  );
};
