/**
 * The channels of a contact, each with the link for a click. No link is guessed: a channel without a link can
 * be copied.
 */
import { accountsIn, phonesIn, phoneText } from '#shared/domain/contact-forms';
import { webHref } from './web-href';
import { valueText } from '#shared/domain/value-text';

export const CHANNELS = [
  'email',
  'tel',
  'whatsapp',
  'wechat',
  'qq',
  'skype',
  'linkedin',
  'facebook',
  'twitter',
] as const;
export type Channel = (typeof CHANNELS)[number];
export interface ContactWay {
  /** `other`: a channel that the service names in `name`. */
  channel: Channel | 'other';
  name?: string;
  text: string;
  href: string | null;
}

/** An extension after a number: `ext. 12`, `- ext no. 12`, `#12`, `转12`, `转分机号12`. */
const EXTENSION =
  /(?<=[\d)])[\s\-–/,;]*\(?\s*(?:(?:ext(?:n|ension)?|x)\s*[.:]?\s*(?:no\.?|#)?|[转轉]\s*(?:分[机機]\s*[号號]?)?|分[机機]\s*[号號]?|#)\s*[.:]?\s*\d.*$/is;
/** What may stand between two numbers. Between fewer digits it is a part of one number: `040/555-66`, `+1,555,123`. */
const BETWEEN_NUMBERS = /[,;、/\n]/g;
const SHORTEST_NUMBER = 6;
const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;

/** The first of several numbers in a text. */
const firstNumber = (text: string): string => {
  for (const { index } of text.matchAll(BETWEEN_NUMBERS))
    if (digitsIn(text.slice(0, index)) >= SHORTEST_NUMBER && digitsIn(text.slice(index)) >= SHORTEST_NUMBER)
      return text.slice(0, index);
  return text;
};
/** The zero that is dialled only without the country code: `+49 (0)40`. */
const ZERO_WITHIN_COUNTRY = /^((?:\+|00).*?)\(\s*0\s*\)/s;

/**
 * Returns what to dial for a written number: only digits and a leading plus. The zero in brackets after a
 * country code is left out. So are an extension and a second number, because not every phone program takes
 * them; with their digits another number would be dialled.
 */
const dialled = (text: string): string =>
  firstNumber(text.normalize('NFKC'))
    .replace(/^[^\d+]+(?=\+|00)/, '')
    .replace(ZERO_WITHIN_COUNTRY, '$1')
    .replace(EXTENSION, '')
    .replaceAll(/[^\d+]/g, '')
    .replaceAll(/(?!^)\+/g, '');

/** Returns a `tel:` link with only digits and a leading plus; null if the text has no digits. */
export const telHref = (text: string): string | null => {
  const number = dialled(text);
  return /\d/.test(number) ? `tel:${number}` : null;
};
const mailHref = (text: string): string | null =>
  /^[^\s@<>"']+@[^\s@<>"']+$/.test(text) ? `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}` : null;
/** Sites on which an account may be written as an address without a scheme. A name may have a dot too: `maria.silva`. */
const ACCOUNT_SITES =
  /^(?:[\w-]+\.)*(?:linkedin\.com|lnkd\.in|facebook\.com|fb\.com|fb\.me|twitter\.com|x\.com)(?:\/|$)/i;

const accountHref = (text: string): string | null =>
  /^https?:\/\//i.test(text) || ACCOUNT_SITES.test(text) ? webHref(text) : null;

const hrefOf = (channel: Channel, text: string): string | null => {
  switch (channel) {
    case 'email':
      return mailHref(text);
    case 'tel':
      return telHref(text);
    case 'whatsapp': {
      const digits = dialled(text).replace(/^(?:\+|00)/, '');
      return digits.length < 7 ? null : `https://wa.me/${digits}`;
    }
    case 'linkedin':
    case 'facebook':
    case 'twitter':
      return accountHref(text);
    case 'wechat':
    case 'qq':
    case 'skype':
      return null;
  }
};

const isChannel = (word: string): word is Channel => (CHANNELS as readonly string[]).includes(word);

/**
 * Returns accounts from the service's list that have no field of their own: other channels, and the second
 * account of a channel.
 */
const otherWays = (contact: Readonly<Record<string, unknown>>, own: readonly ContactWay[]): ContactWay[] =>
  (accountsIn(contact.contact) ?? []).flatMap(({ type, value }): ContactWay[] => {
    const word = type.toLowerCase();
    if (!isChannel(word)) return [{ channel: 'other', name: type, text: value, href: null }];
    return own.some((way) => way.channel === word && way.text === value)
      ? []
      : [{ channel: word, text: value, href: hrefOf(word, value) }];
  });

/** Returns true if two numbers are equal, with or without the area code. */
const isSameNumber = (a: string, b: string): boolean => {
  const [x, y] = [a.replaceAll(/\D/g, ''), b.replaceAll(/\D/g, '')];
  return x !== '' && y !== '' && (x.endsWith(y) || y.endsWith(x));
};

/** Returns a telephone number with its country code: `+44 1797 …`. */
export const withCountryCode = (values: Readonly<Record<string, unknown>>): string => {
  const area = valueText(values.tel_area_code).replace(/^\+/, '');
  const number = valueText(values.tel);
  return number !== '' && area !== '' ? `+${area} ${number}` : number;
};

/**
 * Returns every filled channel of a contact (contract E2, E3; E1's contacts have `tel_list` and `contact`);
 * telephone numbers include their area code.
 */
export const waysOf = (contact: Readonly<Record<string, unknown>>): ContactWay[] => {
  const own = CHANNELS.flatMap((channel): ContactWay[] => {
    const text = valueText(contact[channel]);
    if (text === '') return [];
    const shown = channel === 'tel' ? withCountryCode(contact) : text;
    return [{ channel, text: shown, href: hrefOf(channel, shown) }];
  });
  const more = phonesIn(contact.tel_list).flatMap((item): ContactWay[] => {
    const text = phoneText(item);
    return text === '' || own.some((way) => way.channel === 'tel' && isSameNumber(way.text, text))
      ? []
      : [{ channel: 'tel', text, href: hrefOf('tel', text) }];
  });
  return [...own, ...more, ...otherWays(contact, own)];
};
