/**
 * i18next with the catalogue of the current language. Each catalogue is complete (a test compares them), so
 * there is no fallback language.
 */
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../client/languages';
import { usePreferences } from '../client/preferences';
import { isolated } from './isolate';

const CATALOGUES: Readonly<Record<Language, () => Promise<ResourceLanguage[string]>>> = {
  en: async () => (await import('./en')).en,
  'zh-CN': async () => (await import('./zh-cn')).zhCn,
};

/** Resolves when the texts of `language` are loaded. A document may use another language than the window. */
export const loadCatalogue = async (language: Language): Promise<void> => {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await CATALOGUES[language]());
};

const speak = async (language: Language): Promise<void> => {
  await loadCatalogue(language);
  // The user may have chosen another language meanwhile.
  if (usePreferences.getState().language !== language) return;
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
};

/** React escapes what it shows, so "escaping" only gives a value its own direction. */
export const INTERPOLATION = { escapeValue: true, escape: isolated } as const;

/** Resolves when the first catalogue is loaded, and then follows the preference. */
export const startI18n = async (): Promise<void> => {
  const { language } = usePreferences.getState();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    interpolation: INTERPOLATION,
    returnNull: false,
    resources: { [language]: { translation: await CATALOGUES[language]() } },
  });
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) void speak(now.language);
  });
};
