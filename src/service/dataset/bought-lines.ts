/** Lines with a given total, for documents whose list has only the total. */
import { Dice, seededRandom } from '../random';
import { jsonId, type Json } from '../store/exact-json';
import { roundIn, type World } from './world';

/**
 * One to three product lines. Only `salt` and `index` determine them, so that the random numbers of the rest
 * of the dataset do not change.
 */
export const linesOfTotal = (
  world: World,
  salt: number,
  index: number,
  total: number,
  currency: { code: string },
): Json[] => {
  if (world.products.length === 0) return [];
  const dice = new Dice(seededRandom(salt + index));
  const amount = dice.int(1, 3);
  let left = total;
  return Array.from({ length: amount }, (_, n): Json => {
    const share = n === amount - 1 ? left : roundIn(currency, left * 0.4);
    left = roundIn(currency, left - share);
    const [product, count] = [dice.pick(world.products), dice.int(1, 20) * 5];
    return {
      unique_id: salt * 1_000_000 + index * 10 + n,
      product_id: jsonId(product.id),
      sku_id: jsonId(product.skuId),
      product_no: product.no,
      product_name: product.name,
      product_cn_name: product.cnName,
      product_model: product.model,
      unit: product.unit,
      count,
      unit_price: Math.round((share / count) * 10_000) / 10_000,
      other_cost: 0,
      cost_amount: share,
      product_remark: '',
    };
  });
};
