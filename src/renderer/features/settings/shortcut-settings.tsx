import { useTranslation } from 'react-i18next';
import { Kbd, MOD_KEY } from '../../ui/layout';
import css from './settings.module.css';
import { Section, SettingRow } from './settings-parts';

const SHORTCUTS = [
  ['palette', [MOD_KEY, 'K']],
  ['screens', [MOD_KEY, '1 – 9']],
  ['settings', [MOD_KEY, ',']],
  ['new', ['C']],
  ['edit', ['E']],
  ['plan', ['S']],
  ['read', ['M']],
  ['travel', ['P']],
  ['save', [MOD_KEY, '↵']],
  ['listSearch', ['/']],
  ['move', ['←', '↑', '→', '↓']],
  ['header', ['↑']],
  ['home', ['Home', 'End']],
  ['pages', ['PgUp', 'PgDn']],
  ['open', ['Enter']],
  ['close', ['Esc']],
  ['nextRecord', ['Alt', '↑ ↓']],
  ['step', ['J', 'K']],
  ['select', ['Space']],
  ['selectAll', [MOD_KEY, 'A']],
  ['range', ['⇧', '← ↑ → ↓']],
  ['copyCells', [MOD_KEY, 'C']],
  ['copyHeads', [MOD_KEY, '⇧', 'C']],
  ['columnMenu', ['⇧', 'F10']],
  ['columnWidth', ['Alt', '← →']],
  ['columnMove', ['Alt', '⇧', '← →']],
  ['export', [MOD_KEY, 'E']],
  ['print', [MOD_KEY, 'P']],
  ['sheet', ['?']],
] as const;

export const ShortcutList = () => {
  const { t } = useTranslation();
  return (
    <>
      {SHORTCUTS.map(([name, keys]) => (
        <SettingRow key={name} label={t(`shortcut.${name}`)}>
          <span className={css.keys}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        </SettingRow>
      ))}
    </>
  );
};

export const ShortcutSettings = () => {
  const { t } = useTranslation();
  return (
    <Section title={t('settings.shortcuts')}>
      <ShortcutList />
    </Section>
  );
};
