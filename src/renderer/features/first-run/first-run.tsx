import { Button, SegmentedControl } from '@mantine/core';
import { IconBolt, IconLock, IconPlane } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppState } from '#shared/contract/accounts';
import { LANGUAGES } from '../../client/languages';
import { setPreferences, usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { failureIn, isLocked } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { BusyButton } from '../../ui/busy-button';
import { giveFocusBack } from '../../ui/give-focus';
import { Logo } from '../../ui/logo';
import { ConnectForm } from './connect-form';
import { FailureNote } from '../../ui/failure-note';
import css from './first-run.module.css';
import { RemoveCopy } from './remove-copy';
import { SignInForm } from './sign-in-form';
import { latestSignIn } from './sign-in-memory';

/**
 * Shown if no account is open: the user opens the demo, connects a service, or opens an account on this
 * computer. `notices` are shown at the top. `onLocked` is called if the account that the user tried to open is
 * locked.
 */
export const FirstRun = ({
  app,
  notices,
  onLocked,
}: {
  app: AppState;
  notices: ReactNode;
  onLocked: () => void;
}) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const language = usePreferences((state) => state.language);
  const adopt = (outcome: Awaited<ReturnType<typeof core.accounts.openDemo>>): void => {
    if (outcome.ok) putAppState(queries, outcome.state);
    else if (isLocked(outcome.error)) onLocked();
  };
  const demo = useMutation({ mutationFn: () => core.accounts.openDemo(), onSuccess: adopt });
  const reopen = useMutation({
    mutationFn: (accountId: string) => core.accounts.open({ accountId }),
    onSuccess: adopt,
  });
  const [signingIn, setSigningIn] = useState<string | null>(null);
  const back = app.accounts.find(({ id }) => id === signingIn);
  /** The failure of the user's last action. */
  const failed = failureIn(demo) ?? failureIn(reopen);
  return (
    <div className={css.screen}>
      {notices}
      <section className={css.top} aria-label={t('settings.language')}>
        <SegmentedControl
          aria-label={t('settings.language')}
          value={language}
          onChange={(value) => setPreferences({ language: value })}
          data={[...LANGUAGES]}
        />
      </section>
      <main className={css.page}>
        <header className={css.hero}>
          <Logo size={48} />
          <div>
            <h1>Satchel</h1>
            <p>{t('firstRun.tagline')}</p>
          </div>
        </header>
        <div className={css.cards}>
          <section className={css.card}>
            <h2>{t('firstRun.demoTitle')}</h2>
            <p className={css.lead}>{t('firstRun.demoText')}</p>
            <ul className={css.features}>
              <li>
                <IconBolt size={16} />
                {t('firstRun.feature1')}
              </li>
              <li>
                <IconPlane size={16} />
                {t('firstRun.feature2')}
              </li>
              {app.tokenStorage === 'keychain' ? (
                <li>
                  <IconLock size={16} />
                  {t('firstRun.feature3')}
                </li>
              ) : null}
            </ul>
            {failed ? (
              <div style={{ marginBottom: 12 }}>
                <FailureNote asked failure={failed} />
              </div>
            ) : null}
            <BusyButton
              size="sm"
              fullWidth
              isBusy={demo.isPending}
              onClick={() => {
                reopen.reset();
                demo.mutate();
              }}
            >
              {demo.isPending ? t('firstRun.opening') : t('firstRun.demoAction')}
            </BusyButton>
            {app.accounts.length === 0 ? null : (
              <div className={css.accounts}>
                <h2>{t('firstRun.accounts')}</h2>
                {app.accounts.map((account) => (
                  <div key={account.id} className={css.account}>
                    <div id={`account-${account.id}`}>
                      <div className="truncate">{account.name || account.baseUrl}</div>
                      <small className="truncate">{t(`settings.auth.${account.auth}`)}</small>
                    </div>
                    {account.auth === 'signed-out' && !account.demo ? (
                      <Button
                        variant="default"
                        aria-describedby={`account-${account.id}`}
                        aria-pressed={signingIn === account.id}
                        onClick={() => setSigningIn(account.id)}
                      >
                        {t('settings.signIn')}
                      </Button>
                    ) : (
                      <BusyButton
                        variant="default"
                        aria-describedby={`account-${account.id}`}
                        isBusy={reopen.isPending}
                        onClick={() => {
                          demo.reset();
                          reopen.mutate(account.id);
                        }}
                      >
                        {t('firstRun.open')}
                      </BusyButton>
                    )}
                    <RemoveCopy account={account} describedBy={`account-${account.id}`} />
                  </div>
                ))}
              </div>
            )}
          </section>
          <section className={css.card}>
            {back ? (
              <>
                <h2 className={css.whole}>
                  {t('firstRun.signInTitle', { name: back.name || back.baseUrl })}
                </h2>
                <p className={`${css.lead} ${css.whole}`}>
                  {t('firstRun.signInText', { baseUrl: back.baseUrl })}
                </p>
                <SignInForm
                  key={back.id}
                  account={back}
                  settings={app.settings}
                  onLocked={onLocked}
                  onCancel={() => {
                    setSigningIn(null);
                    giveFocusBack(document.querySelector(`[aria-describedby="account-${back.id}"]`));
                  }}
                />
              </>
            ) : (
              <>
                <h2>{t('firstRun.connectTitle')}</h2>
                <p className={css.lead}>{t('firstRun.connectText')}</p>
                <ConnectForm suggestedBaseUrl={app.suggestedBaseUrl} before={latestSignIn(app)} />
              </>
            )}
          </section>
        </div>
      </main>
    </div>
  );
};
