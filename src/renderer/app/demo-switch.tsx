/** Switches the network of the demo account off and on. Only the demo account loads it. */
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../client/client';
import { useShownChoice } from '../client/use-shown-choice';
import css from './shell.module.css';

export const DemoSwitch = ({ demoOffline }: { demoOffline: boolean }) => {
  const { t } = useTranslation();
  const toggle = useMutation({ mutationFn: (offline: boolean) => core.accounts.setDemoOffline({ offline }) });
  const isOffline = useShownChoice(demoOffline, toggle);
  return (
    <>
      <span className={css.demo}>{t('status.demo')}</span>
      <label className={css.fact}>
        <span className={css.wide}>{t('status.goOffline')}</span>
        <Switch
          size="xs"
          aria-label={t('status.goOffline')}
          checked={!isOffline}
          onChange={(event) => toggle.mutate(!event.currentTarget.checked)}
        />
      </label>
      <span className={css.sep} />
    </>
  );
};
