/** i18next with both languages in the bundle: no string ever waits for a file. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { usePreferences } from '../app/preferences';
import { en } from './en';
import { zhCn } from './zh-cn';

export const startI18n = async (): Promise<void> => {
  const { language } = usePreferences.getState();
  await i18next.use(initReactI18next).init({
    lng: language, fallbackLng: 'en', interpolation: { escapeValue: false }, returnNull: false,
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCn } },
  });
  document.documentElement.lang = language;
  usePreferences.subscribe((now, before) => {
    if (now.language === before.language) return;
    document.documentElement.lang = now.language;
    void i18next.changeLanguage(now.language);
  });
};
