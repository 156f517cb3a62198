/** The complete catalogues. The window loads each catalogue from two files. */
import { en as enFirst, type Messages } from '../../src/renderer/i18n/en';
import { enLater, type LaterMessages } from '../../src/renderer/i18n/en-later';
import { zhCn as zhCnFirst } from '../../src/renderer/i18n/zh-cn';
import { zhCnLater } from '../../src/renderer/i18n/zh-cn-later';

/** Every text of the window in one language. */
export type AllMessages = Messages & LaterMessages;

interface Texts {
  [key: string]: string | Texts;
}

/** Throws if a text is in both files. */
const joined = (first: Texts, later: Texts): Texts => {
  const all: Texts = { ...first };
  for (const [key, value] of Object.entries(later)) {
    const before = all[key];
    if (before === undefined) all[key] = value;
    else if (typeof before === 'object' && typeof value === 'object') all[key] = joined(before, value);
    else throw new Error(`the text "${key}" stands in both files of a catalogue`);
  }
  return all;
};

/** Chinese has one form for every number, and its catalogue has only that; the tests may ask for both names. */
const withOne = (texts: Texts): Texts => {
  const all: Texts = {};
  for (const [key, value] of Object.entries(texts)) {
    all[key] = typeof value === 'object' ? withOne(value) : value;
    if (key.endsWith('_other')) all[key.replace(/_other$/, '_one')] = value;
  }
  return all;
};

export const en = joined(enFirst, enLater) as unknown as AllMessages;
export const zhCn = withOne(joined(zhCnFirst, zhCnLater)) as unknown as AllMessages;
