const names = new Map<string, Intl.DisplayNames>();
const namesIn = (locale: string): Intl.DisplayNames => {
  const known = names.get(locale);
  if (known) return known;
  const made = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  names.set(locale, made);
  return made;
};

/**
 * Returns the name of a country in the locale, if the service sends its two-letter code (contract E3); any
 * other text is returned unchanged.
 */
export const countryName = (code: string, locale: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  try {
    return namesIn(locale).of(code) ?? code;
  } catch {
    return code;
  }
};
