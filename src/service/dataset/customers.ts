/** Companies and leads with their contacts (contract B: company/list, company/info, lead/list, lead/info). */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId, type Json } from '../store/exact-json';
import { companyEnums, COUNTRIES, GROUP_IDS, ORIGIN_IDS, POOL_IDS, TRAIL_STATUSES } from './enumerations';
import {
  CN_PEOPLE,
  FAMILY,
  FIRM_CN_LAST,
  FIRM_CN_NAME,
  FIRM_CN_PLACE,
  FIRM_FIRST,
  FIRM_LAST,
  FIRM_SECOND,
  GIVEN,
  LONG_NAME,
  POSTS,
} from './names';
import { datasetId, userNumber, type ContactSeed, type World } from './world';

export const LEAD_STATUSES: Readonly<Record<number, string>> = {
  1: '待处理',
  2: 'Invalid',
  3: 'Completing',
  4: 'First touch',
  5: '跟进中',
  7: 'Converted',
};

interface Firm {
  name: string;
  /** What people call the firm: its first word, or two words. A Chinese firm goes by its place and name. */
  shortNames: readonly [word: string, words: string];
}

const makeFirm = (world: World, i: number): Firm => {
  const { dice } = world;
  let name: string;
  let shortNames: Firm['shortNames'];
  if (dice.chance(0.4)) {
    const [place, word] = [dice.pick(FIRM_CN_PLACE), dice.pick(FIRM_CN_NAME)];
    name = `${place}${word}${dice.pick(FIRM_CN_LAST)}`;
    shortNames = [`${place}${word}`, `${place}${word}`];
  } else {
    const [word, trade] = [dice.pick(FIRM_FIRST), dice.pick(FIRM_SECOND)];
    name = `${word} ${trade} ${dice.pick(FIRM_LAST)}`;
    shortNames = [word, `${word} ${trade}`];
  }
  if (i % 97 === 41) name += LONG_NAME;
  else if (i % 31 === 5) name += ` ${dice.pick(['🚢', '💡', '🏮', '🪴'])}`;
  return { name, shortNames };
};

let contactIndex = 0;
export const restartContacts = (): void => {
  contactIndex = 0;
};

const makeContact = (world: World, main: boolean): { seed: ContactSeed; doc: Json } => {
  const { dice } = world;
  const index = contactIndex++;
  const chinese = dice.chance(0.4);
  const name = chinese ? dice.pick(CN_PEOPLE) : `${dice.pick(GIVEN)} ${dice.pick(FAMILY)}`;
  const email = dice.chance(0.06)
    ? ''
    : `${
        chinese
          ? 'contact'
          : name
              .toLowerCase()
              .normalize('NFD')
              .replace(/[^a-z]+/g, '.')
      }${index}@mail${index % 40}.example`;
  const seed = {
    id: datasetId('contact', index),
    name,
    email,
    tel: `${dice.int(130, 189)}${dice.digits(8)}`,
  };
  const doc = {
    customer_id: jsonId(seed.id),
    name,
    email,
    tel: seed.tel,
    tel_area_code: dice.pick(['86', '49', '1', '44', '']),
    post: dice.pick(POSTS),
    post_grade: dice.int(1, 4),
    gender: dice.int(1, 2),
    wechat: chinese ? `wx_${dice.digits(6)}` : '',
    whatsapp: chinese ? '' : `+${dice.digits(11)}`,
    qq: chinese ? dice.digits(9) : '',
    linkedin: '',
    skype: '',
    facebook: '',
    twitter: '',
    birth: dice.chance(0.1) ? `19${dice.int(60, 99)}-0${dice.int(1, 9)}-1${dice.int(0, 9)}` : '',
    remark: '',
    main_customer_flag: main ? 1 : 0,
    image_list: [],
  };
  return { seed, doc };
};

const contactsFor = (
  world: World,
  owner: 'company' | 'lead',
  ownerId: string,
  most: number,
): { seed: ContactSeed; doc: Json }[] => {
  const contacts = Array.from({ length: world.dice.int(0, most) }, (_, i) => makeContact(world, i === 0));
  for (const contact of contacts) world.contact(owner, ownerId, contact.seed);
  return contacts;
};

const companyOwners = ({ dice, users }: World) => {
  if (dice.chance(0.12)) return [];
  return dice.chance(0.35) ? [users[0]!] : dice.some(users, 1, 2);
};

export const makeCompanies = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const [id, { name, shortNames }, created] = [
      datasetId('company', i),
      makeFirm(world, i),
      world.past(900),
    ];
    const [country, , province, city] = dice.pick(COUNTRIES);
    const owners = companyOwners(world);
    const contacts = contactsFor(world, 'company', id, 4);
    const [updated, serial, shortName] = [
      world.after(created.ms),
      `C${String(100_000 + i)}`,
      dice.chance(0.7) ? shortNames[dice.chance(0.5) ? 0 : 1] : '',
    ];
    const [group, isPublic, stage] = [
      dice.pick(GROUP_IDS),
      owners.length === 0 ? 1 : 0,
      dice.pick(TRAIL_STATUSES),
    ];
    const phone = dice.digits(9);
    world.companies.push({
      id,
      name,
      owner: owners[0] ?? dice.pick(world.users),
      contacts: contacts.map((contact) => contact.seed),
      country,
      phone,
      address: `${dice.int(1, 400)} ${city} Road, ${city}`,
    });
    const creator = (owners[0] ?? world.users[1]!).id;
    world.put('company', {
      id,
      number: serial,
      name,
      createTime: created.text,
      updateTime: updated,
      day: i % 20 === 9 ? updated : '',
      userId: creator,
      isPublic,
      groupId: String(group),
      removed: i % 60 === 59 ? 1 : 0,
      doc: {
        company_id: jsonId(id),
        user_id: owners.map((user) => user.id),
        name,
        short_name: shortName,
        serial_id: serial,
        order_time: dice.chance(0.3) ? world.noDate() : updated,
        create_time: created.text,
        update_time: updated,
        edit_time: dice.chance(0.1) ? world.noDate() : updated,
        create_user: jsonId(creator),
        last_edit_user: jsonId(creator),
        archive_type: i % 20 === 9 ? 2 : 1,
      },
      detail: {
        country,
        province,
        city,
        tel_area_code: dice.pick(['86', '49', '1', '']),
        tel: phone,
        fax: dice.chance(0.2) ? dice.digits(8) : '',
        address: `${dice.int(1, 400)} ${city} Road`,
        homepage: dice.chance(0.5) ? `https://www.firm${i}.example` : '',
        remark: dice.chance(0.2) ? '老客户，优先排产 🙂' : '',
        group_id: group,
        pool_id: dice.pick(POOL_IDS),
        is_public: isPublic,
        origin_list: dice.some(ORIGIN_IDS, 0, 2),
        biz_type: dice.int(1, 6),
        scale_id: dice.int(1, 6),
        star: dice.int(1, 5),
        intention_level: dice.int(0, 3),
        annual_procurement: dice.int(0, 11),
        timezone: dice.int(-8, 9),
        category_ids: dice.chance(0.4) ? [[31, 311]] : [],
        product_group_ids: dice.chance(0.3) ? [901] : [],
        image_list: [],
        next_follow_up_time: dice.chance(0.25)
          ? wallTime(world.todayMs + dice.int(-3, 14) * DAY_MS + 36_000_000)
          : world.noDate(),
        recent_follow_up_time: dice.chance(0.6) ? updated : world.noDate(),
        trail_status: { status_id: stage[0], status_name: stage[1] },
        tag: dice.some(companyEnums.tag_list, 0, 2).map((tag) => ({ tag_id: tag.code, tag_name: tag.name })),
        customers: contacts.map((contact) => contact.doc),
        owner: owners.map(userNumber),
      },
    });
  }
};

export const makeLeads = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const [id, source, firm, created] = [
      datasetId('lead', i),
      dice.pick(['Inquiry', '询盘', 'Fair card', 'Website form']),
      makeFirm(world, i),
      world.past(300),
    ];
    const name = `${source}: ${firm.name}`;
    const [country, , province, city] = dice.pick(COUNTRIES);
    const owner = dice.chance(0.4) ? world.users[0]! : dice.pick(world.users);
    const contacts = contactsFor(world, 'lead', id, 2);
    const [updated, serial, status] = [
      world.after(created.ms),
      `L${String(50_000 + i)}`,
      dice.pick([1, 2, 3, 4, 5, 7]),
    ];
    const origins = dice.some(ORIGIN_IDS, 0, 2);
    world.leads.push({ id, name });
    world.put('lead', {
      id,
      number: serial,
      name,
      createTime: created.text,
      updateTime: updated,
      status: String(status),
      userId: owner.id,
      removed: i % 50 === 49 ? 1 : 0,
      groupId: '501',
      doc: {
        lead_id: jsonId(id),
        name,
        short_name: dice.chance(0.5) ? firm.shortNames[1] : '',
        serial_id: serial,
        order_time: dice.chance(0.3) ? world.noDate() : updated,
        create_time: created.text,
        update_time: updated,
        edit_time: dice.chance(0.2) ? '' : updated,
      },
      detail: {
        company_name: name.split(': ')[1] ?? name,
        country,
        province,
        city,
        tel: dice.digits(9),
        fax: '',
        address: `${city} Road ${i}`,
        homepage: '',
        remark: dice.chance(0.3) ? '需要英文目录 📘' : '',
        user_id: [owner.id],
        group_id: 501,
        scale_id: dice.int(1, 6),
        biz_type: dice.int(1, 6),
        origin_list: origins,
        status,
        status_name: LEAD_STATUSES[status],
        archive: 0,
        customers: contacts.map((contact) => contact.doc),
      },
    });
  }
};
