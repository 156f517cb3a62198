/** The facts by which a company or lead in a form is compared with other records. */
import { trimmed } from '#shared/domain/push-value';
import { type FormValues, textValue } from '../values/form-values';

/** The facts by which companies and leads are compared. */
export interface ComparedFacts {
  names: string[];
  emails: string[];
  phones: string[];
}

const texts = (list: (string | undefined)[], longest: number): string[] => [
  ...new Set(list.map((text) => trimmed(text ?? '').slice(0, longest)).filter((text) => text.length > 1)),
];

const factsOf = (values: FormValues): ComparedFacts => {
  const people = values.children.filter((item) => !item.remove);
  return {
    names: texts([textValue(values.fields.name), textValue(values.fields.company_name)], 200),
    emails: texts(
      people.map((item) => textValue(item.fields.email)),
      200,
    ).slice(0, 50),
    phones: texts(
      [textValue(values.fields.tel), ...people.map((item) => textValue(item.fields.tel))],
      100,
    ).slice(0, 50),
  };
};

/**
 * Returns the facts that the user entered. `before`: the values at the start of an edit, null for a new
 * record. Unchanged facts are left out, so that an old duplicate is not reported at every edit.
 */
export const comparedFacts = (values: FormValues, before: FormValues | null): ComparedFacts => {
  const now = factsOf(values);
  if (before === null) return now;
  const { names, emails, phones } = factsOf(before);
  return {
    names: now.names.filter((text) => !names.includes(text)),
    emails: now.emails.filter((text) => !emails.includes(text)),
    phones: now.phones.filter((text) => !phones.includes(text)),
  };
};
