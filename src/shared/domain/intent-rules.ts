/**
 * Rules about commands for form, outbox and service: what the contract refuses, what may be repeated, what is
 * money. Pure. The renderer has the texts (`form.issue.<code>`).
 */
import { isLocalRef, type Command, type CommandChild } from './intent';
import { KIND_TABLES } from './intent-tables';
import { alwaysRequired, keysWith } from './push-fields/push-field';

export interface CommandIssue {
  path: (string | number)[];
  code:
    | 'required'
    | 'empty'
    | 'association'
    | 'order-record'
    | 'line-waits'
    | 'allocation-waits'
    | 'child-discarded'
    | 'one-main'
    | 'one-parent'
    | 'no-change'
    | 'not-editable';
}

const issue = (code: CommandIssue['code'], ...path: (string | number)[]): CommandIssue => ({ code, path });
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
const has = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== '0';

/** The verdicts, as events of the ledger, that prove that an attempt has not arrived. */
export const NOT_ARRIVED: ReadonlySet<string> = new Set(['refused', 'unsent', 'throttled', 'unauthorized']);

/** Returns true for every E5 and E7. Money is never resent automatically. */
export const isMoney = (command: Pick<Command, 'kind'>): boolean =>
  command.kind === 'outboundInvoice' || command.kind === 'receipt';

const addsChild = (command: Command): boolean =>
  command.children.some((item) => {
    if (item.remove) return false;
    // In E2 the e-mail identifies a contact of the lead. Without an e-mail each push adds a contact.
    if (command.kind === 'lead') return !has(item.fields.email);
    if (command.kind === 'receipt') return true;
    return isLocalRef(item.ref);
  });

/**
 * Returns true if sending the command twice has the same effect as once: an edit by id that adds no contact
 * or line.
 */
export const isReplaySafe = (command: Command): boolean =>
  command.target !== null && command.kind !== 'trailNote' && !addsChild(command);

const checkInvoice = (command: Command): CommandIssue[] => {
  const issues: CommandIssue[] = [];
  const kept = command.children.filter((line) => !line.remove);
  if (command.children.length === 0) issues.push(issue('required', 'children'));
  for (const key of keysWith(KIND_TABLES.outboundInvoice.fields, ({ required }) => required === 'create'))
    if (key in command.fields && isEmpty(command.fields[key])) issues.push(issue('empty', 'fields', key));
  if (kept.length > 0 && !kept.some((line) => has(line.fields.order_id) || has(line.fields.order_record_id)))
    issues.push(issue('association', 'children'));
  command.children.forEach((line: CommandChild, at) => {
    // Contract E5: an edit that omits order_record_id sets it to 0.
    if (
      command.target !== null &&
      !line.remove &&
      !isLocalRef(line.ref) &&
      line.fields.order_record_id === undefined
    )
      issues.push(issue('order-record', 'children', at, 'order_record_id'));
    // The service knows no such line yet. If the item that adds it still waits, the edit is merged into it.
    if (line.remove && isLocalRef(line.ref)) issues.push(issue('line-waits', 'children'));
  });
  return issues;
};

const noChange = (command: Command): CommandIssue[] =>
  Object.keys({ ...command.fields, ...command.custom }).length + command.children.length === 0
    ? [issue('no-change', 'fields')]
    : [];

/**
 * The issues that the contract would refuse, found before queueing (contract E2, E3, E5, E7). Empty means
 * valid.
 */
export const checkCommand = (command: Command): CommandIssue[] => {
  const mains = command.children.filter((item) => item.fields.main_customer_flag === 1).length;
  const tables = KIND_TABLES[command.kind];
  const missing = alwaysRequired(tables.fields)
    .filter((key) => command.fields[key] === undefined)
    .map((key) => issue('required', 'fields', key));
  switch (command.kind) {
    case 'company':
      return [...missing, ...(mains > 1 ? [issue('one-main', 'children')] : [])];
    case 'opportunity':
      return noChange(command);
    case 'lead':
      return [...noChange(command), ...(mains > 1 ? [issue('one-main', 'children')] : [])];
    case 'outboundInvoice':
      return checkInvoice(command);
    case 'receipt':
      return [
        ...missing,
        ...command.children.flatMap((line, at) =>
          alwaysRequired(tables.children)
            .filter((key) => line.fields[key] === undefined)
            .map((key) => issue('required', 'children', at, key)),
        ),
      ];
    case 'trailNote': {
      const parents = ['company_id', 'lead_id', 'opportunity_id'].filter((key) =>
        has(command.fields[key]),
      ).length;
      return [
        ...(command.target === null ? [] : [issue('not-editable', 'target')]),
        // A form has a picker only for the company.
        ...(parents === 1 ? [] : [issue('one-parent', 'fields', 'company_id')]),
        ...alwaysRequired(tables.fields)
          .filter((key) => !has(command.fields[key]))
          .map((key) => issue('required', 'fields', key)),
      ];
    }
  }
};

/**
 * Returns true if a new receipt may become a draft: without handler or company (contract E7). The form warns
 * before sending, and the outbox checks after it.
 */
export const mayLandAsDraft = (command: Command): boolean =>
  command.kind === 'receipt' &&
  command.target === null &&
  (!has(command.fields.company_id) ||
    !Array.isArray(command.fields.handler) ||
    command.fields.handler.length === 0);
