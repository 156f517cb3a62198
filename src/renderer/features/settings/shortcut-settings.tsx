import { useTranslation } from 'react-i18next';
import { Kbd, MOD_KEY } from '../../ui/layout';
import css from './settings.module.css';
import { Section, SettingRow } from './settings-parts';

const SHORTCUTS = [
  ['palette', [MOD_KEY, 'K']], ['screens', [MOD_KEY, '1 – 9']], ['settings', [MOD_KEY, ',']], ['new', ['C']], ['save', [MOD_KEY, '↵']], ['listSearch', ['/']], ['move', ['←', '↑', '→', '↓']], ['header', ['↑']], ['home', ['Home', 'End']],
  ['pages', ['PgUp', 'PgDn']], ['open', ['Enter']], ['close', ['Esc']], ['nextRecord', ['Alt', '↑ ↓']],
] as const;

export const ShortcutSettings = () => {
  const { t } = useTranslation();
  return <Section title={t('settings.shortcuts')}>{SHORTCUTS.map(([name, keys]) => <SettingRow key={name} label={t(`shortcut.${name}`)}><span className={css.keys}>{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</span></SettingRow>)}</Section>;
};
