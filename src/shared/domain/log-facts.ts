/** The facts of a line of the log as a person reads them, for the screen and for its search. Pure. */
import { isObject } from './is-object';

const textOf = (value: unknown): string => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return isObject(value) ? listed(value) : String(value);
};

const listed = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, value]) => ({ name, text: textOf(value) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `${name}: ${text}`)
    .join(' · ');

/** `facts` is JSON, or `''`. Facts without a value are left out; a text that is no JSON object stays as it is. */
export const readableFacts = (facts: string): string => {
  if (facts === '') return '';
  try {
    const parsed: unknown = JSON.parse(facts);
    return isObject(parsed) ? listed(parsed) : facts;
  } catch {
    return facts;
  }
};
