/** The second line of a found record. */
import type { SearchHit } from '#shared/contract/records';
import { toDecimal } from '#shared/domain/money';
import { formatMoney } from '../../format/decimal';

const CURRENCY = /^[A-Z]{3}$/;

/**
 * Returns the subtitle of a hit with its amount formatted in its currency. Other numbers in it, such as the
 * number of a product, stay as they are.
 */
export const hitSubtitle = (
  { subtitle, money }: Pick<SearchHit, 'subtitle' | 'money'>,
  locale: string,
): string => {
  if (money === undefined || toDecimal(money.amount) === undefined) return subtitle;
  const { amount, currency } = money;
  const end = currency === '' ? amount : `${amount} · ${currency}`;
  const before = subtitle.slice(0, subtitle.length - end.length);
  return CURRENCY.test(currency)
    ? before + formatMoney(amount, locale, currency)
    : before + end.replace(amount, formatMoney(amount, locale));
};
