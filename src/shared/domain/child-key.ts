/** What names a contact or line that has no id. Pure. */
import { type IntentKind, isLocalRef, type Ref } from './intent';
import { valueText } from './value-text';

type Fields = Readonly<Record<string, unknown>>;
interface Child {
  ref: Ref;
  fields: Fields;
}

/**
 * Returns the e-mail of a lead's contact (contract E2), or the document that a line of a receipt is for (contract
 * E7); `''` for other kinds, and if the child names none.
 */
export const childKey = (kind: IntentKind, fields: Fields): string => {
  switch (kind) {
    case 'lead':
      return valueText(fields.email).toLowerCase();
    case 'receipt':
      return valueText(fields.refer_id) === ''
        ? ''
        : `${valueText(fields.refer_type)}:${valueText(fields.refer_id)}`;
    case 'company':
    case 'opportunity':
    case 'outboundInvoice':
    case 'trailNote':
      return '';
  }
};

/**
 * Returns the child of `children` that is the same contact or line as `item`: the one with its ref, or, if one of
 * the two has no id of the service, the one with its key.
 */
export const sameChild = <T extends Child>(
  kind: IntentKind,
  children: readonly T[],
  item: Child,
): T | undefined => {
  const byRef = children.find(({ ref }) => ref === item.ref);
  const key = childKey(kind, item.fields);
  if (byRef !== undefined || key === '') return byRef;
  return children.find(
    ({ ref, fields }) => (isLocalRef(ref) || isLocalRef(item.ref)) && childKey(kind, fields) === key,
  );
};

/**
 * Pairs each child of `items` with the child of `children` that is the same contact or line. A child has at most
 * one partner, and its ref counts before its key. `others` have no partner, in their order.
 */
export const pairChildren = <A extends Child, B extends Child>(
  kind: IntentKind,
  children: readonly A[],
  items: readonly B[],
): { pairs: Map<A, B>; others: B[] } => {
  const pairs = new Map<A, B>();
  const paired = new Set<B>();
  const pair = (child: A | undefined, item: B): void => {
    if (child === undefined) return;
    pairs.set(child, item);
    paired.add(item);
  };
  for (const item of items)
    pair(
      children.find(({ ref }) => ref === item.ref),
      item,
    );
  for (const item of items)
    if (!paired.has(item))
      pair(
        sameChild(
          kind,
          children.filter((child) => !pairs.has(child)),
          item,
        ),
        item,
      );
  return { pairs, others: items.filter((item) => !paired.has(item)) };
};
