import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CredentialsDraft } from './credentials-draft';
import css from './first-run.module.css';

/** The three ways to prove who one is. */
export const CredentialsFields = ({
  value,
  onChange,
}: {
  value: CredentialsDraft;
  onChange: (value: CredentialsDraft) => void;
}) => {
  const { t } = useTranslation();
  const set =
    (key: keyof CredentialsDraft) =>
    (event: { currentTarget: { value: string } }): void =>
      onChange({ ...value, [key]: event.currentTarget.value });
  return (
    <>
      <SegmentedControl
        fullWidth
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        data={(['client', 'password', 'token'] as const).map((kind) => ({
          value: kind,
          label: t(`firstRun.kind.${kind}`),
        }))}
      />
      {value.kind === 'token' ? (
        <PasswordInput
          size="xs"
          label={t('firstRun.token')}
          description={t('firstRun.tokenHint')}
          value={value.accessToken}
          onChange={set('accessToken')}
          autoComplete="off"
        />
      ) : (
        <>
          <div className={css.pair}>
            <TextInput
              label={t('firstRun.clientId')}
              value={value.clientId}
              onChange={set('clientId')}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              size="xs"
              label={t('firstRun.clientSecret')}
              value={value.clientSecret}
              onChange={set('clientSecret')}
              autoComplete="off"
            />
          </div>
          {value.kind === 'password' ? (
            <div className={css.pair}>
              <TextInput
                type="email"
                label={t('firstRun.username')}
                value={value.username}
                onChange={set('username')}
                autoComplete="off"
              />
              <PasswordInput
                size="xs"
                label={t('firstRun.password')}
                value={value.password}
                onChange={set('password')}
                autoComplete="off"
              />
            </div>
          ) : null}
        </>
      )}
    </>
  );
};
