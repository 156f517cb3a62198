/**
 * i18next with the catalogue of the current language. A catalogue has two files: the texts that the first
 * screen may need, and all others. A part of the window that is loaded later waits for the others too
 * (`ui/later.tsx`), so no text is ever missing. Each catalogue is complete (a test compares them), so there
 * is no fallback language.
 */
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../client/languages';
import { usePreferences } from '../client/preferences';
import { isolated } from './isolate';

type Texts = ResourceLanguage[string];
interface Catalogue {
  first: () => Promise<Texts>;
  later: () => Promise<Texts>;
}
const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: {
    first: async () => (await import('./en')).en,
    later: async () => (await import('./en-later')).enLater,
  },
  'zh-CN': {
    first: async () => (await import('./zh-cn')).zhCn,
    later: async () => (await import('./zh-cn-later')).zhCnLater,
  },
};

const NAMESPACE = 'translation';
/** Resolves when i18next can accept texts. */
const started = Promise.withResolvers<void>();
const complete = new Set<Language>();

/** Resolves when all texts of `language` are loaded. A document may use another language than the window. */
export const loadCatalogue = async (language: Language): Promise<void> => {
  if (complete.has(language)) return;
  const { first, later } = CATALOGUES[language];
  const [firstTexts, laterTexts] = await Promise.all([first(), later(), started.promise]);
  for (const texts of [firstTexts, laterTexts]) i18next.addResourceBundle(language, NAMESPACE, texts, true);
  complete.add(language);
};

/** Resolves when all texts of the window's language are loaded. */
export const loadAllTexts = (): Promise<void> => loadCatalogue(usePreferences.getState().language);

const speak = async (language: Language): Promise<void> => {
  await loadCatalogue(language);
  // The user may have chosen another language meanwhile.
  if (usePreferences.getState().language !== language) return;
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
};

/** React escapes what it shows, so the `escape` function only isolates the text direction of a value. */
export const INTERPOLATION = { escapeValue: true, escape: isolated } as const;

/** Resolves when the texts of the first screen are loaded, and then follows the preference. */
export const startI18n = async (): Promise<void> => {
  const { language } = usePreferences.getState();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    interpolation: INTERPOLATION,
    returnNull: false,
    resources: { [language]: { [NAMESPACE]: await CATALOGUES[language].first() } },
  });
  started.resolve();
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) void speak(now.language);
  });
};
