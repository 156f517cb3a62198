/** The same rules with seeded mixes of quirks; an expectation differs only if a quirk says so. */
import { describe, expect, test } from 'vitest';
import { parseQuirks, QUIRKS, seededQuirks } from '#service/quirks';
import { seededRandom } from '#service/random';
import { withPeer } from './peer';
import { customerPushRules } from './rules/customer-pushes';
import { documentPushRules } from './rules/document-pushes';
import { listRules } from './rules/lists';
import { lookupRules } from './rules/lookups';
import { opportunityPushRules } from './rules/opportunity-pushes';

const SEEDS = process.env['SATCHEL_QUIRK_SEED'] ? [Number(process.env['SATCHEL_QUIRK_SEED'])] : [3, 8];

for (const seed of SEEDS) {
  const names = seededQuirks(seededRandom(seed));
  describe(`seed ${seed}: ${names.join(', ')}`, () => {
    const parsed = parseQuirks(names.join(','));
    const peer = withPeer({ quirks: 'quirks' in parsed ? parsed.quirks : {} });
    listRules(peer);
    lookupRules(peer);
    customerPushRules(peer);
    documentPushRules(peer);
    opportunityPushRules(peer);
  });
}

test('[quirks] every word changes the service, and the seeds together use most of them', () => {
  expect(Object.values(QUIRKS).every((change) => Object.keys(change).length > 0)).toBe(true);
  expect(parseQuirks('page-cap,nonsense')).toEqual({ unknown: ['nonsense'] });
});

describe('forms of the live service', () => {
  const peer = withPeer({ quirks: { telPair: true, creator: 'token-account', bizTypeText: true } });
  const contact = { name: 'Ann', email: 'ann@x.example', tel_area_code: '86', tel: '139' };
  const company = { name: 'Acme', pool_id: 0, tel_area_code: '86', tel: '138', biz_type: 2 };
  const infoOf = async (body: object) => {
    const { company_id } = await peer.pushed('/v1/company/pushCompanyAndCustomers', body);
    return peer.data('/v1/company/info', { company_id });
  };
  test('[quirks] tel-pair: a phone is [area, number], none is a pair of empty texts', async () => {
    const info = await infoOf({ ...company, customers: [contact] });
    expect(info).toMatchObject({ tel: ['86', '138'], customers: [{ tel_list: [['86', '139']] }] });
    expect(info).not.toHaveProperty('tel_area_code');
    expect((await infoOf({ name: 'None', pool_id: 0 })).tel).toEqual(['', '']);
  });
  test('[quirks] creator-token-account: the client is not one of the users', async () => {
    const { create_user } = await infoOf(company);
    const users = (await peer.data('/v1/user/list')) as { user_id: string }[];
    expect(users.map(({ user_id }) => user_id)).not.toContain(String(create_user));
  });
  test('[quirks] biz-type-text: a code is answered by its name', async () => {
    expect((await infoOf(company)).biz_type).toBe('Wholesaler');
    const { biz_type_list } = await peer.data('/v1/company/companyEnums');
    expect(biz_type_list[1]).toEqual({ code: 'Wholesaler', name: 'Wholesaler' });
    expect((await infoOf({ ...company, biz_type: 'Manufacturer' })).biz_type).toBe('Manufacturer');
  });
});

describe('one switch of the live service alone', () => {
  const peer = withPeer({ quirks: { customRequired: true, floatTails: true } });
  test('[quirks] custom-required: a new customer needs the custom field, an edit does not', async () => {
    const push = (path: string, body: object) => peer.pushAsIs(path, body);
    const lead = '/v1/lead/push';
    const [field] = (await peer.data('/v1/lead/fields')).filter(
      ({ id, require }: { id: string; require: string }) => /^\d+$/.test(id) && require === '1',
    );
    const refused = await push(lead, { name: 'New' });
    expect(refused.body.message).toBe(`'${field.id}' cannot be empty`);
    const made = await push(lead, { name: 'New', [field.id]: 'Fair' });
    const { lead_id } = made.body.data;
    expect((await push(lead, { lead_id, remark: 'edited' })).body.code).toBe(200);
  });
  test('[quirks] float-tails: amounts of a list have tails, although no other form is on', async () => {
    const { list } = await peer.data('/v1/invoices/order/list', { count: 100 });
    expect(list.some(({ amount }: { amount: number }) => /\.\d{10,}/.test(String(amount)))).toBe(true);
  });
});

describe('limits that are not checked', () => {
  const peer = withPeer({ quirks: { limits: 'taken' } });
  customerPushRules(peer);
});

describe('read-after-write lag', () => {
  const peer = withPeer({ quirks: { lagMs: 3000 } });
  test('[quirks] a list answers the state before a write until the lag has passed', async () => {
    const before = (await peer.data('/v1/lead/list')).totalItem;
    await peer.push('/v1/lead/push', { name: 'late' });
    expect((await peer.data('/v1/lead/list')).totalItem).toBe(before);
    peer.skewMs += 4000;
    expect((await peer.data('/v1/lead/list')).totalItem).toBe(before + 1);
  });
});
