/** Users and products, which the documents refer to. */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId } from '../store/exact-json';
import { COLLEAGUES, DEPARTMENTS, PRODUCTS } from './names';
import { cents, datasetId, type World } from './world';

export const makeUsers = (world: World): void => {
  COLLEAGUES.forEach(([email, nickname, fullName, position], i) => {
    const id = datasetId('user', i);
    const enabled = email.startsWith('left') ? 0 : 1;
    const departments = world.dice
      .some(DEPARTMENTS, 1, 2)
      .map(([department_id, name]) => ({ department_id: String(department_id), name }));
    const time = wallTime(world.todayMs - (700 - i) * DAY_MS);
    world.users.push({ id, nickname, email, fullName });
    world.put('user', {
      id,
      number: email,
      name: nickname,
      createTime: time,
      updateTime: time,
      status: String(enabled),
      doc: { user_id: id, email, nickname, full_name: fullName, position, enable_flag: enabled, departments },
    });
  });
};

/** Days signed in, mails and campaigns, which E8 counts besides documents. */
export const makeActivity = (world: World, days: number): void => {
  for (const user of world.users.slice(0, -1)) {
    for (let age = 1; age <= days; age += 1) {
      if (!world.dice.chance(0.7)) continue;
      const day = wallTime(world.todayMs - age * DAY_MS).slice(0, 10);
      world.activity(user.id, day, 'login', 1);
      if (world.dice.chance(0.3)) world.activity(user.id, day, 'mail', world.dice.int(1, 30));
      if (world.dice.chance(0.05)) {
        const sent = world.dice.int(50, 400);
        world.activity(user.id, day, 'edm_send', sent);
        world.activity(user.id, day, 'edm_finish', sent - world.dice.int(0, 20));
      }
    }
  }
};

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
    world.products.push(product);
    world.put('product', {
      id,
      number: product.no,
      name: product.name,
      createTime: time.text,
      updateTime: world.after(time.ms),
      doc: {
        product_id: jsonId(id),
        sku_id: jsonId(product.skuId),
        product_no: product.no,
        name: product.name,
        cn_name: product.cnName,
        model: product.model,
        unit,
        price: String(product.price),
        disable_flag: i % 40 === 39 ? 1 : 0,
        create_time: time.text,
        update_time: time.text,
      },
    });
  }
};
