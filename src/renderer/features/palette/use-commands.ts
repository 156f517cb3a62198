/**
 * The commands of the palette other than navigation. Each command has an opposite that undoes it, so none
 * asks for confirmation.
 */
import {
  IconArrowsLeftRight,
  IconCloudUpload,
  IconLanguage,
  IconLuggage,
  IconMoon,
  IconPlayerPause,
  IconRefresh,
  IconSun,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nextLanguage } from '../../client/languages';
import { setPreferences, usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useOutboxSummary, useSync } from '../../client/events';
import { useAppState } from '../../client/queries';
import { useChange } from '../../forms/windows/use-change';
import { goTo } from '../../navigation/router';

export interface PaletteCommand {
  id: string;
  label: string;
  /** Other words that find the command, in both languages: the user may not read the present one. */
  words: string[];
  icon: typeof IconSun;
  run: () => void;
}

export const useCommands = (): PaletteCommand[] => {
  const { t } = useTranslation();
  const { language, theme } = usePreferences();
  // The palette is closed by then, so a message says what the core refuses.
  const change = useChange({ mutationFn: (ask: () => Promise<unknown>) => ask() });
  const paused = useOutboxSummary(({ summary }) => summary?.paused ?? false);
  const demoOffline = useSync(({ state }) => state?.demoOffline ?? false);
  const demo = useAppState().data?.account?.demo ?? false;
  const dark =
    theme === 'dark' || (theme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  return [
    {
      id: 'sync',
      label: t('palette.sync'),
      words: ['refresh', 'update', 'reload', '刷新', '更新'],
      icon: IconRefresh,
      run: () => change.mutate(() => core.sync.start()),
    },
    {
      id: 'travel',
      label: t('travel.open'),
      words: ['offline', '离线'],
      icon: IconLuggage,
      run: () => goTo('travel'),
    },
    {
      id: 'pause',
      label: t(paused ? 'palette.resume' : 'palette.pause'),
      words: ['outbox', 'send', 'queue', '发件箱', '发送'],
      icon: paused ? IconCloudUpload : IconPlayerPause,
      run: () => change.mutate(() => core.outbox.pause({ paused: !paused })),
    },
    ...(demo
      ? [
          {
            id: 'network',
            label: t(demoOffline ? 'palette.demoOnline' : 'palette.demoOffline'),
            words: ['offline', 'connection', '离线', '连接'],
            icon: IconArrowsLeftRight,
            run: () => change.mutate(() => core.accounts.setDemoOffline({ offline: !demoOffline })),
          },
        ]
      : []),
    {
      id: 'theme',
      label: t(dark ? 'palette.light' : 'palette.dark'),
      words: ['theme', 'appearance', 'mode', 'dark', 'light', '主题', '外观', '模式', '深色', '浅色'],
      icon: dark ? IconSun : IconMoon,
      run: () => setPreferences({ theme: dark ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      label: t('palette.language'),
      words: ['language', 'chinese', 'english', '语言', '中文', '英文'],
      icon: IconLanguage,
      run: () => setPreferences({ language: nextLanguage(language) }),
    },
  ];
};
