/**
 * Contacts and allocations that the CRM may have already, because their item was sent without an answer after the form
 * was opened. No push removes one (contract E2, E3, E7), and the e-mail is the only key of a lead's contact (contract
 * E2): under another e-mail, or without one, the CRM would add a second contact. Pure.
 */
import { isLocalRef } from '#shared/domain/intent';
import type { OpenForm } from '../session/opened-form';
import type { FormIssue } from '../session/form-store';
import { differs, type FormChild, type FormValues, isBlank } from '../values/form-values';

const REMOVED: Readonly<Partial<Record<OpenForm['kind'], string>>> = {
  company: 'contact-arrived',
  lead: 'contact-arrived',
  receipt: 'allocation-arrived',
};

/** The mark of the main contact can be moved to any other contact, so it is not compared here. */
const isChanged = (before: FormChild, now: FormChild): boolean =>
  Object.keys({ ...before.fields, ...now.fields }).some(
    (name) => name !== 'main_customer_flag' && differs(before.fields[name], now.fields[name]),
  );

/** The issue at the e-mail of a lead's contact; undefined if the CRM can tell which contact is meant. */
const emailIssue = (before: FormChild, now: FormChild): FormIssue | undefined => {
  if (isBlank(before.fields.email)) return isChanged(before, now) ? { code: 'contact-unknown' } : undefined;
  return differs(before.fields.email, now.fields.email) ? { code: 'email-arrived' } : undefined;
};

/**
 * The issues of a form of a record, and its values with what was removed shown again. Null if there are none. Null also
 * for the form of an item, because a waiting item can be changed in any way.
 */
export const arrivedChildren = (
  { kind, target, intentId, start }: Pick<OpenForm, 'kind' | 'target' | 'intentId' | 'start'>,
  values: FormValues,
): { issues: Record<string, FormIssue>; values: FormValues } | null => {
  const code = REMOVED[kind];
  if (target === null || intentId !== null || code === undefined) return null;
  const known = new Map(start.children.map((child) => [child.ref, child]));
  const issues: Record<string, FormIssue> = {};
  const children = values.children.map((child) => {
    const before = known.get(child.ref);
    if (before === undefined || !isLocalRef(child.ref)) return child;
    const { remove, ...kept } = child;
    if (remove) issues.children = { code };
    const issue = kind === 'lead' ? emailIssue(before, child) : undefined;
    if (issue !== undefined) issues[`${child.ref}.email`] = issue;
    return kept;
  });
  return Object.keys(issues).length === 0 ? null : { issues, values: { ...values, children } };
};
