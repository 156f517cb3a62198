/** Users and their activity. */
import { DAY_MS, wallTime } from '../server-time';
import { COLLEAGUES, DEPARTMENTS } from './names';
import { datasetId, type World } from './world';

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
