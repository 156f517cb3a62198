/**
 * What is sent for a custom field, and which typed numbers are none. Custom values are sent as text, so a number is
 * sent in plain digits, as the numbers of the contract are. Pure.
 */
import { toPlainDecimal, trimmed } from '#shared/domain/push-value';
import type { FormIssue } from '../session/form-store';
import type { FormValues } from './form-values';

/**
 * The text that is sent for a custom field, without spaces and invisible marks around it, as the fields of the contract
 * are. Text that is no number stays, and the check reports it.
 */
export const sentCustom = (key: string, text: string, numbers: readonly string[]): string =>
  (numbers.includes(key) ? toPlainDecimal(text) : null) ?? trimmed(text);

/**
 * The issues of typed text that is no number, by place in the form. A value from the CRM is not checked.
 */
export const customNumberIssues = (
  { start, values }: { start: FormValues; values: FormValues },
  numbers: readonly string[],
): Record<string, FormIssue> => {
  const wrongIn = (now: FormValues['custom'] = {}, before: FormValues['custom'] = {}): string[] =>
    numbers.filter((key) => {
      const text = now[key] ?? '';
      return text.trim() !== '' && text !== before[key] && toPlainDecimal(text) === null;
    });
  const places = [
    ...wrongIn(values.custom, start.custom).map((key) => `fields.${key}`),
    ...values.children
      .filter(({ remove }) => !remove)
      .flatMap(({ ref, custom }) =>
        wrongIn(custom, start.children.find((item) => item.ref === ref)?.custom).map(
          (key) => `${ref}.${key}`,
        ),
      ),
  ];
  return Object.fromEntries(places.map((place) => [place, { code: 'number' }]));
};
