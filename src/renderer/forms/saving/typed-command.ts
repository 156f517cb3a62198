/**
 * Checks what is typed into a form: the command that it would submit, and what is wrong in its fields. Pure. The
 * checks that need the core are in `save-form.ts`.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, IntentKind } from '#shared/domain/intent';
import { trimmed } from '#shared/domain/push-value';
import { type PushIssue, validatePush } from '#shared/domain/validate-push';
import type { AskedFields } from '../fields/asked-fields';
import type { FormIssue } from '../session/form-store';
import type { OpenForm } from '../session/opened-form';
import { decimalIssues } from '../values/amount-decimals';
import { customNumberIssues } from '../values/custom-values';
import {
  differs,
  type FormValues,
  isBlank,
  NO_VALUES,
  textValue,
  type TypedValue,
} from '../values/form-values';
import { lacks } from './build-child';
import { foldInto, takenBack, takenBackIn, withoutFields } from './fold-into-item';
import { asShown, buildCommand, type Built, placeOfIssue } from './form-command';
import type { FormMeaning } from './form-meaning';

/**
 * The code of an empty field that the service lists as required. The list is no part of the contract, and some services
 * do not enforce it, so the user can save without the field.
 */
const ASKED = 'asked';
const isAsked = ({ code }: FormIssue): boolean => code === ASKED;

/** The issues that the user cannot pass. */
export const withoutAskedIssues = (issues: Record<string, FormIssue>): Record<string, FormIssue> =>
  Object.fromEntries(Object.entries(issues).filter(([, issue]) => !isAsked(issue)));

/** Returns true if there are issues, and the user can pass all of them. */
export const areOnlyAsked = (issues: Readonly<Record<string, FormIssue>>): boolean => {
  const all = Object.values(issues);
  return all.length > 0 && all.every(isAsked);
};

export interface TypedCommand {
  /** What this form alone changes. */
  built: Built;
  /** The same, merged into the form's earlier item, which is not sent yet. */
  command: Command;
  /** Fields that the user emptied and that no push can empty, by their places in `command`. */
  uncleared: Built['uncleared'];
  /** For each contact or line of the command, its ref in the form. */
  refs: string[];
}

/** A contact or line without the fields that the user took back; none if nothing of it is left. */
const withoutUnsaid = (item: CommandChild, unsaid: ReadonlySet<string> = new Set()): CommandChild[] => {
  if (unsaid.size === 0 || item.remove) return [item];
  const fields = withoutFields(item.fields, unsaid);
  return Object.keys(fields).length === 0 && item.custom === undefined ? [] : [{ ...item, fields }];
};

/** What the form would submit now. */
export const typedCommand = (form: OpenForm, values: FormValues): TypedCommand => {
  const built = buildCommand({
    kind: form.kind,
    target: form.target,
    start: form.start,
    values,
    asked: form.asked,
  });
  const folded =
    form.earlier === null ? built.command : foldInto(form.earlier, built, { start: form.start, values });
  const unsaid = takenBack(form.earlier, form.base, { start: form.start, values });
  const unsaidIn = new Map(
    folded.children.map((item) => [item.ref, takenBackIn(item, { ...form, values })] as const),
  );
  const command: Command = {
    ...folded,
    fields: withoutFields(folded.fields, unsaid),
    children: folded.children.flatMap((item) => withoutUnsaid(item, unsaidIn.get(item.ref))),
  };
  /** For each contact or line of the command, its place among those that this form changes; -1 if it changes none. */
  const placesInBuilt = command.children.map((item) => {
    const typed = sameChild(form.kind, built.command.children, item);
    return typed === undefined ? -1 : built.command.children.indexOf(typed);
  });
  const refs = command.children.map((item, at) => built.refs[placesInBuilt[at] ?? -1] ?? item.ref);
  const isUnsaid = ({ path: [list, at, name] }: PushIssue): boolean => {
    if (list === 'fields') return unsaid.has(String(at));
    const child = built.command.children[Number(at)];
    const item = child && sameChild(form.kind, folded.children, child);
    return item !== undefined && unsaidIn.get(item.ref)?.has(String(name)) === true;
  };
  const uncleared = built.uncleared
    .filter((issue) => !isUnsaid(issue))
    .map((issue) =>
      issue.path[0] === 'children'
        ? { ...issue, path: issue.path.with(1, placesInBuilt.indexOf(Number(issue.path[1]))) }
        : issue,
    );
  return { built, command, uncleared, refs };
};

/**
 * The fields that the user changed in a form of an edit, by the refs of its command; custom fields by their ids. None
 * in that of a new record.
 */
export const typedIn = (
  kind: IntentKind,
  { built, command }: Pick<TypedCommand, 'built' | 'command'>,
): { typed: string[]; typedIn: Record<string, string[]> } => {
  if (command.target === null) return { typed: [], typedIn: {} };
  const changed = (
    { fields, custom }: Pick<Command, 'fields' | 'custom'>,
    unchanged: readonly string[] = [],
  ): string[] => [
    ...Object.keys(fields).filter((name) => !unchanged.includes(name)),
    ...Object.keys(custom ?? {}),
  ];
  const children = command.children.flatMap((item): [string, string[]][] => {
    const typed = sameChild(kind, built.command.children, item);
    const names = typed && !typed.remove ? changed(typed, built.unchangedIn[typed.ref]) : [];
    return names.length === 0 ? [] : [[item.ref, names]];
  });
  return { typed: changed(built.command, built.unchanged), typedIn: Object.fromEntries(children) };
};

/** The issues that the form can find without the core, by place in the form. */
export const typedIssues = (
  form: OpenForm,
  values: FormValues,
  { command, uncleared, refs }: TypedCommand,
): Record<string, FormIssue> => ({
  ...askedIssues(command, form.asked, values),
  ...lineIssues(form, values, refs),
  ...asIssues(
    [
      ...uncleared,
      ...validatePush(asShown(command, { start: form.start, values }), {
        fractions: hasFractions({ start: form.start, values }),
      }).filter(
        // The core knows whether the item that adds the line still waits.
        (issue) =>
          issue.code !== 'no-change' && issue.code !== 'line-waits' && !isOfCrm(issue, refs, form, values),
      ),
    ],
    refs,
  ),
  ...mainIssue(values, form.kind, form.hasChildren),
  ...sameEmailIssues(form, values),
  ...nameIssue(form, values),
  ...currencyIssue(command),
  ...customNumberIssues({ start: form.start, values }, form.asked.numbers),
  ...(command.kind === 'receipt' ? decimalIssues(values, form.target === null ? NO_VALUES : form.start) : {}),
});

const OF_CRM: ReadonlySet<string> = new Set(['email', 'hidden-mark', 'range']);
/**
 * Returns true if the issue is about a value that the CRM gave a contact or line, and that the user did not change. An
 * edit may have to send it along: the e-mail that identifies a contact of a lead, or a whole allocation. The user may
 * not be able to correct it.
 */
const isOfCrm = (
  { code, path: [list, at, name] }: PushIssue,
  refs: readonly string[],
  { target, start }: OpenForm,
  values: FormValues,
): boolean => {
  if (target === null || list !== 'children' || !OF_CRM.has(code)) return false;
  const fieldsIn = ({ children }: FormValues) => children.find(({ ref }) => ref === refs[Number(at)])?.fields;
  const [before, now] = [fieldsIn(start), fieldsIn(values)];
  return before !== undefined && !differs(before[String(name)], now?.[String(name)]);
};

/** The issues of a command by place in the form. `refs`: see TypedCommand. */
export const asIssues = (issues: readonly PushIssue[], refs: readonly string[]): Record<string, FormIssue> =>
  Object.fromEntries(
    issues.map((issue) => [
      placeOfIssue(issue, refs),
      {
        code: issue.code,
        ...(issue.low === undefined ? {} : { low: issue.low }),
        ...(issue.high === undefined ? {} : { high: issue.high }),
      },
    ]),
  );

/** A lead keeps its name or that of its company. `validatePush` sees only what an edit changes. */
const nameIssue = ({ kind, target, start }: OpenForm, { fields }: FormValues): Record<string, FormIssue> => {
  const hasName = (of: FormValues['fields']): boolean => !isBlank(of.name) || !isBlank(of.company_name);
  const losesName = kind === 'lead' && target !== null && hasName(start.fields) && !hasName(fields);
  return losesName ? { 'fields.name': { code: 'name-needed' } } : {};
};

/** Requires a currency: the service would treat a receipt without one as dollars. */
const currencyIssue = ({ kind, target, fields }: Command): Record<string, FormIssue> =>
  kind === 'receipt' && target === null && textValue(fields.currency as TypedValue | undefined) === ''
    ? { 'fields.currency': { code: 'required' } }
    : {};

/**
 * Checks the fields that the service's list marks as required, for a new record only: an edit does not
 * contain all values of the record.
 */
const askedIssues = (
  { target }: Command,
  asked: AskedFields,
  values: FormValues,
): Record<string, FormIssue> =>
  Object.fromEntries(
    target === null
      ? asked.required
          .filter((name) => isBlank(values.fields[name]) && isBlank(values.custom?.[name]))
          .map((name) => [`fields.${name}`, { code: ASKED }])
      : [],
  );

/** The same for each new line of an invoice: the service has accepted the others without these fields. */
const lineIssues = (
  { target, start, asked: { requiredOfLines = [] } }: OpenForm,
  values: FormValues,
  refs: readonly string[],
): Record<string, FormIssue> => {
  const isOld = (ref: string): boolean => target !== null && start.children.some((line) => line.ref === ref);
  return Object.fromEntries(
    values.children
      // A line in which nothing was typed is not sent.
      .filter((line) => refs.includes(line.ref) && !line.remove && !isOld(line.ref))
      .flatMap((line) =>
        requiredOfLines.filter((name) => lacks(line, name)).map((name) => `${line.ref}.${name}`),
      )
      .map((place) => [place, { code: ASKED }]),
  );
};

/**
 * Checks that there is one main contact (E2, E3), if the form adds contacts to a record whose contacts are
 * known.
 */
const mainIssue = (values: FormValues, kind: Command['kind'], sees: boolean): Record<string, FormIssue> => {
  if (!sees || (kind !== 'company' && kind !== 'lead')) return {};
  const mains = values.children.filter((item) => textValue(item.fields.main_customer_flag) === '1').length;
  return mains > 1 ? { children: { code: 'one-main' } } : {};
};

/**
 * Checks the contacts of a lead that the user added, or gave another e-mail, against all contacts that the form shows.
 * The command of an edit has only the changed ones, and in E2 the e-mail identifies a contact: the service would change
 * the contact that has it already.
 */
const sameEmailIssues = (
  { kind, target, start }: OpenForm,
  values: FormValues,
): Record<string, FormIssue> => {
  if (kind !== 'lead' || target === null) return {};
  const emailOf = ({ fields }: FormValues['children'][number]): string =>
    trimmed(textValue(fields.email)).toLowerCase();
  const emailsBefore = new Map(start.children.map((child) => [child.ref, emailOf(child)]));
  const contacts = values.children.filter(({ remove }) => !remove);
  const isTaken = (email: string, own: string): boolean =>
    contacts.some((child) => child.ref !== own && emailsBefore.get(child.ref) === email);
  return Object.fromEntries(
    contacts
      .filter((child) => {
        const email = emailOf(child);
        return email !== '' && email !== emailsBefore.get(child.ref) && isTaken(email, child.ref);
      })
      .map(({ ref }) => [`${ref}.email`, { code: 'same-email' }]),
  );
};

/**
 * Returns true if the service has fractional counts: in the orders of these lines, or in the invoice as it was
 * saved.
 */
const hasFractions = ({ start, values }: Pick<FormMeaning, 'start' | 'values'>): boolean =>
  values.children.some(({ facts }) => isFraction(facts?.ordered) || isFraction(facts?.invoiced)) ||
  start.children.some(({ fields }) => isFraction(textValue(fields.outbound_count)));

const isFraction = (count: string | undefined): boolean => /\.\d*[1-9]/.test(count ?? '');
