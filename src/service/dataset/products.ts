/**
 * Products with their SKUs and stock. A document is an item of product/list; `detail` is what product/info adds,
 * and under `inventory` the stock for inventory-list. Only name, time and price use the random numbers, so
 * that the documents after them do not depend on the other fields.
 */
import { jsonId, type Json } from '../store/exact-json';
import { WAREHOUSES } from './enumerations';
import { PRODUCTS } from './names';
import { cents, datasetId, userNumber, type ProductSeed, type World } from './world';

/** The colours of the SKUs of every seventh product, which is sold in several. */
const COLOURS: readonly (readonly [id: number, name: string])[] = [
  [9102, 'Black 黑色'],
  [9103, 'Brass 黄铜'],
];
const COLOUR = [9101, 'Colour 颜色'] as const;
const EVERY = { inColours: 7, discontinued: 40, withoutPicture: 4 } as const;
const NO_SPECIFICATION = 1;
const SPECIFICATIONS = 2;

export const makeProducts = (world: World, amount: number): void => {
  for (let i = 0; i < amount; i += 1) {
    const [name, cnName, unit, price] = PRODUCTS[i % PRODUCTS.length] as (typeof PRODUCTS)[number];
    const [id, series] = [datasetId('product', i), Math.floor(i / PRODUCTS.length) + 1];
    const product = {
      id,
      skuId: String(BigInt(id) + 1n),
      no: `P${String(10_000 + i)}`,
      name: `${name} ${series}`,
      cnName: `${cnName} ${series} 型`,
      model: `HT-${100 + i}${world.dice.pick(['A', 'B', '-EU'])}`,
      unit,
      price: cents(price * (1 + series / 10)),
    };
    const time = world.past(600);
    const updated = world.after(time.ms);
    world.products.push(product);
    world.put('product', {
      id,
      number: product.no,
      name: product.name,
      createTime: time.text,
      updateTime: updated,
      doc: itemOf(product, i),
      detail: {
        ...detailOf(world, product, i),
        inventory: inventoryOf(product, i),
        create_time: time.text,
        update_time: updated,
      },
    });
  }
};

const isDiscontinued = (index: number): boolean => index % EVERY.discontinued === EVERY.discontinued - 1;
const isInColours = (index: number): boolean => index % EVERY.inColours === EVERY.inColours - 1;
const isOfMetal = (index: number): boolean => [0, 1, 3].includes(index % PRODUCTS.length);

/** An item of product/list with the fields that the live service documents. It has no times. */
const itemOf = (product: ProductSeed, index: number): Json => ({
  product_id: jsonId(product.id),
  product_no: product.no,
  name: product.name,
  group_id: index % PRODUCTS.length < 3 ? 901 : 902,
  group_name: index % PRODUCTS.length < 3 ? 'Lighting' : '厨具',
  image: index % EVERY.withoutPicture === 0 ? '' : `https://cdn.demo.example/product/${product.no}.jpg`,
  cost_with_tax: cents(product.price * 4.9),
  cost_currency: 'CNY',
  cost: cents(product.price * 4.3),
  cost_unit: product.unit,
  enable_flag: 1,
  disable_flag: isDiscontinued(index) ? 1 : 0,
  fob: {
    price_currency: 'USD',
    price_min: product.price,
    price_max: isInColours(index) ? cents(product.price * 1.2) : product.price,
    price_unit: product.unit,
  },
  minimum_order_quantity: 100 * (1 + (index % 5)),
  quantity: 0,
  quantity_unit: product.unit,
  model: product.model,
  category_ids: [31, isOfMetal(index) ? 311 : 312],
  from_url: '',
  description: isOfMetal(index) ? 'Powder coated metal, 2 years of warranty.' : '',
  product_remark: index % 10 === 4 ? 'Carton drop test passed. 跌落测试通过。' : '',
  unit: product.unit,
  package_volume: cents(0.02 + (index % 9) / 100),
  count_per_package: 12,
  package_gross_weight: cents(4 + (index % 30) / 10),
  package_remark: '',
  package_unit: 'CTN',
  info_json: [],
  hs_code: isOfMetal(index) ? '9405210090' : '7323930000',
  source_type: 0,
  pin_flag: 0,
  package_size: { package_size_length: '40', package_size_weight: '30', package_size_height: '25' },
});

const skusOf = (product: ProductSeed, index: number): { id: string; code: string; colour?: number }[] =>
  isInColours(index)
    ? COLOURS.map((_, at) => ({
        id: String(BigInt(product.skuId) + BigInt(at)),
        code: `${product.no}-${at + 1}`,
        colour: at,
      }))
    : [{ id: product.skuId, code: product.no }];

/** What product/info has in addition. */
const detailOf = (world: World, product: ProductSeed, index: number): Json => {
  const user = world.users[index % Math.max(1, world.users.length)];
  const person = user === undefined ? {} : userNumber(user);
  const colourOf = (at: number): Json => ({
    item_id: COLOUR[0],
    item_name: COLOUR[1],
    value: [{ item_id: COLOURS[at]![0], item_name: COLOURS[at]![1] }],
  });
  return {
    cn_name: product.cnName,
    sku_id: jsonId(product.skuId),
    product_type: isInColours(index) ? SPECIFICATIONS : NO_SPECIFICATION,
    brand: 'Harbour',
    place: '浙江宁波',
    intro: '',
    create_user: person,
    update_user: person,
    external_field_data: { '70770001': isOfMetal(index) ? 'IP44' : '', '70770002': (index % 3) + 1 },
    images:
      index % EVERY.withoutPicture === 0
        ? []
        : [
            {
              src: `https://cdn.demo.example/product/${product.no}.jpg`,
              file_name: `${product.no}.jpg`,
              file_path: `https://cdn.demo.example/product/${product.no}.jpg`,
              file_size: 48_211,
              file_preview_url: '',
            },
          ],
    info_json: [{ name: 'Material', value: isOfMetal(index) ? 'Metal' : 'Bamboo' }],
    gradient_price: [],
    sku_attributes: isInColours(index)
      ? [
          {
            item_id: COLOUR[0],
            item_name: COLOUR[1],
            value: COLOURS.map(([item, name]) => ({ item_id: item, item_name: name })),
          },
        ]
      : [],
    sku_items: skusOf(product, index).map(({ id, code, colour }) => ({
      sku_id: jsonId(id),
      sku_code: code,
      fob_price: cents(product.price * (colour === 1 ? 1.2 : 1)),
      enable_flag: 1,
      attributes_info: colour === undefined ? [] : [colourOf(colour)],
    })),
    sub_product_sku_items: [],
  };
};

/** Quantities are text with ten decimals, as the live service's sample shows. */
const quantity = (value: number): string => value.toFixed(10);
/** Some warehouses have none of a product, and of every eleventh product there is no stock anywhere. */
const inventoryOf = (product: ProductSeed, index: number): Json[] =>
  index % 11 === 10
    ? []
    : skusOf(product, index).flatMap(({ id, code }, sku) =>
        WAREHOUSES.filter((_, at) => at === 0 || (index + at) % 2 === 0).map((warehouse, at) => {
          const actual = ((index * 37 + sku * 13 + at * 101) % 40) * 10;
          return {
            sku_code: code,
            sku_id: jsonId(id),
            product_id: jsonId(product.id),
            enable_count: quantity(Math.max(0, actual - (index % 4) * 20)),
            real_count: quantity(actual),
            warehouse_id: warehouse.warehouse_id,
            product_no: product.no,
            unit: product.unit,
            disable_flag: isDiscontinued(index) ? 1 : 0,
            scope_user_ids: [],
          };
        }),
      );
