/**
 * The languages of the window and their punctuation and date formats. Add a new language here; its texts are
 * in `i18n/` and, for menus and notifications of the desktop, in `main/electron/words.ts`.
 */
export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
] as const;
export type Language = (typeof LANGUAGES)[number]['value'];

interface Writing {
  /** The separator between the items of a list. */
  listSeparator: string;
  /** The space between two sentences. */
  sentenceGap: string;
  day: Intl.DateTimeFormatOptions;
  /** The name of the language in the calendar of the UI library. */
  calendarLocale: string;
}

const WRITINGS: Readonly<Record<Language, Writing>> = {
  en: {
    listSeparator: ', ',
    sentenceGap: ' ',
    day: { year: 'numeric', month: 'short', day: 'numeric' },
    calendarLocale: 'en',
  },
  'zh-CN': {
    listSeparator: '、',
    sentenceGap: '',
    day: { year: 'numeric', month: '2-digit', day: '2-digit' },
    calendarLocale: 'zh-cn',
  },
};

/** The language of a locale such as `zh-Hans-CN`; English if the app has no texts in it. */
export const languageOf = (locale: string): Language =>
  locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';

export const writingOf = (locale: string): Writing => WRITINGS[languageOf(locale)];

/** The language after this one, for the command that switches from one to the next. */
export const nextLanguage = (language: Language): Language => {
  const at = LANGUAGES.findIndex(({ value }) => value === language);
  return (LANGUAGES[(at + 1) % LANGUAGES.length] ?? LANGUAGES[0]).value;
};
