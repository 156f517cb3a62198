/** The SKUs of a product, from its details. A product in one variant has one SKU. */
import { isObject } from '#shared/domain/is-object';
import { linesOf } from '#shared/domain/nested-values';
import { valueText } from '#shared/domain/value-text';

export interface ProductSku {
  id: string;
  code: string;
  /** The SKU's own price, in the currency of the product; `''` if it has none. */
  price: string;
  /** "Colour: Black"; `''` for the only SKU of a product. */
  attributes: string;
}

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
};

/** `value` is a list in product/info and an object in the documentation's samples. */
const attributeOf = (attribute: unknown): string => {
  if (!isObject(attribute)) return '';
  const values = listOf(attribute.value).flatMap((one) =>
    isObject(one) ? valueText(one.item_name) || [] : [],
  );
  return values.length === 0 ? '' : `${valueText(attribute.item_name)}: ${values.join(', ')}`;
};

export const skusOf = (values: Readonly<Record<string, unknown>>): ProductSku[] =>
  linesOf(values.sku_items).flatMap((sku): ProductSku[] => {
    const id = valueText(sku.sku_id);
    if (id === '' || id === '0') return [];
    const price = valueText(sku.fob_price);
    return [
      {
        id,
        code: valueText(sku.sku_code) || `#${id}`,
        price: Number(price) === 0 ? '' : price,
        attributes: listOf(sku.attributes_info)
          .map(attributeOf)
          .filter((text) => text !== '')
          .join(' · '),
      },
    ];
  });
