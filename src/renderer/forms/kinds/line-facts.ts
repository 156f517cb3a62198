/**
 * Names and quantities of an invoice's lines, from the records on disk, because a command does not contain them.
 */
import { isCustomKey } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { type IntentKind, isLocalRef } from '#shared/domain/intent';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { linesOf, nameOf } from '#shared/domain/nested-values';
import { isNoDateText } from '#shared/domain/time';
import { core } from '../../client/client';
import { type FormValues, type LineFacts, textValue } from '../values/form-values';
import { withOrderFacts } from './order-lines';
import { valueText } from '#shared/domain/value-text';

const factsOf = (line: Record<string, unknown>): LineFacts => ({
  product: valueText(line.product_name) || valueText(line.product_cn_name),
  number: valueText(line.product_no) || valueText(line.sku_code),
  unit: valueText(line.product_unit) || valueText(line.unit),
  name: valueText(line.product_name),
  cnName: valueText(line.product_cn_name),
  model: valueText(line.product_model),
  orderNo: valueText(line.order_no),
});
/** The custom fields of a line; an empty date of the service is no text. */
const customOf = (line: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(line).flatMap(([key, value]) =>
      isCustomKey(key) ? [[key, isNoDateText(value) ? '' : valueText(value)]] : [],
    ),
  );

/**
 * Adds what the screen needs: line facts, custom fields, and the names of the company and of a note's subject.
 * `target` is null for an invoice that is only an item of the outbox; `itemId` is this item.
 */
export const withLineFacts = async (
  kind: IntentKind,
  { target, itemId = null }: { target: string | null; itemId?: string | null },
  values: FormValues,
): Promise<FormValues> => {
  const names = { ...(await companyName(kind, target, values)), ...(await subjectName(kind, values)) };
  if (kind !== 'outboundInvoice') return { ...values, names };
  if (target === null)
    return {
      ...values,
      names,
      children: await withOrderFacts(values.children, itemId === null ? [] : [itemId]),
    };
  const record = await core.records.get({ resource: 'outboundInvoice', id: target });
  // A line that the service does not have yet has no facts of its own.
  const lines = new Map(
    linesOf(record?.values.record_list).map((line) => [valueText(line.outbound_record_id), line]),
  );
  const added = await withOrderFacts(
    values.children.filter(({ ref }) => isLocalRef(ref) || !lines.has(ref)),
    [target],
  );
  const children = values.children.map((item) => {
    const line = lines.get(item.ref);
    const own = added.find(({ ref }) => ref === item.ref);
    if (!line) return own ?? item;
    return { ...item, facts: own?.facts ?? factsOf(line), custom: { ...customOf(line), ...item.custom } };
  });
  return { ...values, children, names };
};

/** The name of the form's company. The copy may lack the company; the record itself names it then. */
const companyName = async (
  kind: IntentKind,
  target: string | null,
  values: FormValues,
): Promise<Record<string, string>> => {
  const id = textValue(values.fields.company_id);
  if (id === '') return values.names;
  const held = await core.records.get({ resource: 'company', id });
  const title =
    held?.title ??
    (await core.outbox.editBase({ kind: 'company', ref: id }))?.current.fields.name ??
    (target === null ? '' : await namedByRecord(kind, target, id));
  return typeof title === 'string' && title !== ''
    ? { ...values.names, [`company~${id}`]: title }
    : values.names;
};

/** The name of the lead or opportunity that a note is about. */
const subjectName = async (kind: IntentKind, { fields }: FormValues): Promise<Record<string, string>> => {
  if (kind !== 'trailNote') return {};
  for (const resource of ['lead', 'opportunity'] as const) {
    const id = textValue(fields[`${resource}_id`]);
    if (id === '') continue;
    const title =
      (await core.records.get({ resource, id }))?.title ??
      (await core.outbox.editBase({ kind: resource, ref: id }))?.current.fields.name;
    return typeof title === 'string' && title !== '' ? { [`${resource}~${id}`]: title } : {};
  }
  return {};
};

/** The name that a record gives the company `id`; empty if the record is of another one. */
const namedByRecord = async (kind: IntentKind, target: string, id: string): Promise<string> => {
  const record = await core.records.get({ resource: RESOURCE_OF_KIND[kind], id: target });
  const info = [record?.values.company_info, record?.values.company].find(
    (value) => isObject(value) && [value.id, value.company_id].some((one) => valueText(one) === id),
  );
  return info === undefined ? '' : nameOf(info);
};
