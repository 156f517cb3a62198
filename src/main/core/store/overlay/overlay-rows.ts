/** Rows and records for the screens, with pending values applied and marked. */
import { linesOf } from '#shared/domain/nested-values';
import type { Row } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { refOf, textOf } from '../write/column-values';
import type { Laid } from './overlay-tables';
import { titleOf } from '../read/record-reader';

/**
 * The mark of pending work for a row or a search hit; empty if the record has only values that are shown as
 * sent.
 */
export const pendingOf = ({ row, fields }: Laid): Pick<Row, 'pending'> =>
  row.intents.length === 0 ? {} : { pending: { intents: row.intents, fields, needsUser: row.needsUser } };

/** `cached`: the cached row with the same columns; null if the cache has none. */
export const laidRow = (laid: Laid, cached: Row | null, columns?: readonly string[]): Row => {
  const { asSent } = laid;
  const values: Record<string, unknown> = { ...cached?.values };
  for (const key of columns ?? Object.keys(laid.values))
    if (key in laid.values) values[key] = laid.values[key];
  return {
    id: laid.id,
    values,
    ...(laid.removed ? { removed: true } : {}),
    ...(cached?.unreadable ? { unreadable: true } : {}),
    ...(cached?.hasDetail ? { hasDetail: true } : {}),
    ...pendingOf(laid),
    ...(Object.keys(asSent).length === 0 ? {} : { asSent }),
  };
};

/**
 * The title of a record. A document without a number is named by its company and amount. A lead without a name is named
 * by its company, and a customer without a name by a contact. If these are missing too, the title is `''`.
 */
export const laidTitle = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
  id: string,
): string => {
  const title = titleOf(resource, values, id);
  if (!isLocalRef(title)) return title;
  const amount = textOf(values.amount ?? values.product_total_amount);
  const [contact] = linesOf(values.customers);
  const parts = [
    refOf(values.company_info).name ??
      textOf(values.account_name) ??
      textOf(values.company_name) ??
      textOf(contact?.name) ??
      textOf(contact?.email),
    amount === null ? null : [amount, textOf(values.currency)].filter((part) => part !== null).join(' '),
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
};
