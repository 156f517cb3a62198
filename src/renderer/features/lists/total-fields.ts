/** Which amounts a list can add up: those whose currency is known, of the row or by the field's own name. */
import type { Column } from '#shared/contract/records';

export const summable = (all: readonly Column[]): Column[] => {
  const hasCurrency = all.some(({ key }) => key === 'currency');
  return all.filter(
    ({ key, kind, fromDetail, customName }) =>
      kind === 'money' &&
      !fromDetail &&
      customName === undefined &&
      (hasCurrency || /_(?:rmb|usd)$/.test(key)),
  );
};

/** The user's choice; unless they made one, the first amount on screen, or the first there is. */
export const totalFields = (
  all: readonly Column[],
  shown: readonly Column[],
  chosen: readonly string[] | undefined,
): string[] => {
  const keys = summable(all).map(({ key }) => key);
  if (chosen !== undefined) return chosen.filter((key) => keys.includes(key));
  const first =
    shown.find(({ key }) => keys.includes(key))?.key ??
    keys.find((key) => key.startsWith('amount')) ??
    keys[0];
  return first === undefined ? [] : [first];
};
