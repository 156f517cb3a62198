/** E2 and E3: leads and companies with their contacts, owners and pools. */
import { expect, test } from 'vitest';
import { exact, expectRefusal, expectSuccess, type Any, type Peer } from '../peer';

const LEAD = '/v1/lead/push';
const COMPANY = '/v1/company/pushCompanyAndCustomers';

export const customerPushRules = (peer: Peer): void => {
  const lead = (id: unknown): Promise<Any> => peer.data('/v1/lead/info', { lead_id: String(id) });
  const company = (id: unknown): Promise<Any> => peer.data('/v1/company/info', { company_id: String(id) });
  const keeps = peer.quirks.omission === 'keeps';

  for (const [path, title] of [
    [LEAD, 'E2'],
    [COMPANY, 'E3'],
    ['/v1/invoices/outbound/push', 'E5'],
    ['/v1/invoices/receiptRegistration/push', 'E7'],
    ['/v1/report/info', 'E8'],
  ] as const) {
    test(`[${title}] a body that is not JSON is 400 Invalid data json, an empty one 400 Empty POST request body data`, async () => {
      for (const raw of ['{"a":', 'name=x', '[1]'])
        expectRefusal(peer, await peer.ask(path, {}, { raw }), 400, 'Invalid data json');
      for (const raw of ['', '{}', '[]', '  '])
        expectRefusal(
          peer,
          await peer.ask(path, {}, { raw, method: 'POST' }),
          400,
          'Empty POST request body data',
        );
    });
  }

  test('[E2] a created lead is in the list, found by e-mail, and holds every field sent', async () => {
    const sent = {
      company_name: '宁波 Ünïcode 🚢',
      country: 'DE',
      province: 'Hamburg',
      city: 'Hamburg',
      tel: '040',
      fax: '041',
      origin_list: [801],
      biz_type: 2,
      scale_id: 3,
      group_id: 502,
      address: 'Kai 3',
      remark: 'r',
      homepage: 'https://x.example',
    };
    const contact = {
      name: 'Nick',
      email: 'New.Lead@x.example',
      tel: '1',
      tel_area_code: '49',
      post: 'Buyer',
      qq: '1',
      linkedin: 'l',
      skype: 's',
      whatsapp: 'w',
      facebook: 'f',
      wechat: 'c',
      twitter: 't',
      birth: '1990-01-02',
      remark: 'm',
      main_customer_flag: 1,
    };
    const { lead_id: id } = await peer.pushed(LEAD, {
      name: 'Fresh',
      short_name: 'F',
      ...sent,
      customers: [contact],
    });
    expect(await lead(id)).toMatchObject({ ...sent, name: 'Fresh', short_name: 'F', customers: [contact] });
    const found = await peer.data('/v1/lead/list', { email: 'new.lead@x.example' });
    expect(found.list.map((item: Any) => String(item.lead_id))).toEqual([String(id)]);
    expect(Object.keys(found.list[0])).toHaveLength(8);
  });

  for (const first of (['newest'] as const).filter((one) => one === peer.quirks.order))
    test(`[E2] a created lead is the first of a list in the order "${first}"`, async () => {
      const { lead_id: id } = await peer.pushed(LEAD, { name: 'First' });
      const { list } = await peer.data('/v1/lead/list', { count: 1 });
      expect(list.map((item: Any) => String(item.lead_id))).toEqual([String(id)]);
    });

  test('[E2] the owner defaults to the creator, user_id names another', async () => {
    const users = await peer.data('/v1/user/list');
    const rep = users.find((user: Any) => user.email === 'rep@demo.example').user_id;
    const other = users.find((user: Any) => user.user_id !== rep).user_id;
    expect((await lead((await peer.pushed(LEAD, { name: 'Mine' })).lead_id)).user_id).toEqual([rep]);
    const raw = await peer.ask(LEAD, {}, { raw: `{"name":"His","user_id":${other}}` });
    expect((await lead(raw.body.data.lead_id)).user_id).toEqual([other]);
  });

  test('[E2] an edit changes what it carries; a contact with the same e-mail is edited, another is added', async () => {
    const { lead_id: id } = await peer.pushed(LEAD, {
      name: 'A',
      remark: 'keep',
      customers: [{ name: 'One', email: 'one@x.example', tel: '1' }],
    });
    const again = await peer.pushed(LEAD, {
      lead_id: exact(id),
      name: 'B',
      customers: [{ email: 'ONE@x.example', name: 'One!' }, { email: 'two@x.example' }],
    });
    expect(String(again.lead_id)).toBe(String(id));
    const now = await lead(id);
    expect(now).toMatchObject({ name: 'B', remark: keeps ? 'keep' : '' });
    expect(now.customers.map((contact: Any) => [contact.email.toLowerCase(), contact.name])).toEqual([
      ['one@x.example', 'One!'],
      ['two@x.example', keeps ? '' : ''],
    ]);
    expect(now.customers[0].tel).toBe(keeps ? '1' : '');
  });

  test('[E2] origin_list must be an array; an unknown lead_id is Not Found Resource', async () => {
    expectRefusal(
      peer,
      await peer.push(LEAD, { name: 'x', origin_list: 801 }),
      404,
      'Input data validate error origin_list must be array',
    );
    expectRefusal(peer, await peer.push(LEAD, { lead_id: 123456, name: 'x' }), 404, 'Not Found Resource');
  });

  test('[E3] pool_id is required, everything else may be absent', async () => {
    expect((await peer.push(COMPANY, { name: 'x' })).body.code).not.toBe(200);
    const answer = await peer.pushed(COMPANY, { pool_id: 0 });
    expect(answer.customers).toEqual([]);
    expect((await company(answer.company_id)).serial_id).not.toBe('');
  });

  test('[E3] a created company holds every field sent, and answers its contacts with ids', async () => {
    const sent = {
      name: 'Hafen GmbH',
      short_name: 'Hafen',
      serial_id: 'HX-1',
      country: 'DE',
      province: 'H',
      city: 'H',
      tel_area_code: '49',
      tel: '1',
      fax: '2',
      group_id: 501,
      pool_id: 601,
      origin_list: [801, 802],
      biz_type: 1,
      address: 'a',
      remark: 'r',
      homepage: 'h',
      star: 5,
      intention_level: 3,
      annual_procurement: 11,
      timezone: 1,
      scale_id: 6,
      next_follow_up_time: '2030-01-01 09:00:00',
      category_ids: [[31, 311]],
      product_group_ids: [901],
      image_list: [],
    };
    const contact = {
      name: 'Zoë',
      email: 'zoe@x.example',
      tel: '9',
      tel_area_code: '49',
      post_grade: 2,
      post: 'CEO',
      gender: 2,
      birth: '1980-05-06',
      remark: 'x',
      main_customer_flag: 1,
      wechat: 'w',
    };
    const answer = await peer.pushed(COMPANY, {
      ...sent,
      trail_status: 7003,
      cus_tag: [9001, 9002],
      customers: [contact, { name: 'Second' }],
    });
    expect(answer.customers).toMatchObject([
      { name: 'Zoë', email: 'zoe@x.example' },
      { name: 'Second', email: '' },
    ]);
    const now = await company(answer.company_id);
    expect(now).toMatchObject({ ...sent, is_public: 0, trail_status: { status_id: 7003 } });
    expect(now.tag.map((tag: Any) => tag.tag_id)).toEqual([9001, 9002]);
    expect(now.customers[0]).toMatchObject(contact);
    expect(
      (await peer.data('/v1/company/query', { word: 'HX-1', search_field: 'serial_id' })).list[0].name,
    ).toBe('Hafen GmbH');
    expect(
      (await peer.data('/v1/company/query', { word: 'zoe@x.example', search_field: 'customer_list.email' }))
        .list,
    ).toHaveLength(1);
  });

  test('[E3] a company that a colleague has removed takes no edit', async () => {
    const { company_id: id } = await peer.pushed(COMPANY, { pool_id: 0, name: 'Gone' });
    expect(peer.service.remove('company', String(id))).toBe(true);
    const edit = { company_id: exact(id), pool_id: 0, name: 'Again' };
    expectRefusal(peer, await peer.push(COMPANY, edit), 404, 'Not Found Resource');
  });

  test('[E3] a company has one main contact: that of the last push', async () => {
    const made = await peer.pushed(COMPANY, {
      pool_id: 0,
      name: 'Mains',
      customers: [{ name: 'A', main_customer_flag: 1 }],
    });
    await peer.pushed(COMPANY, {
      company_id: exact(made.company_id),
      pool_id: 0,
      customers: [{ name: 'B', main_customer_flag: 1 }],
    });
    const { customers } = await company(made.company_id);
    expect(customers.map((one: Any) => [one.name, one.main_customer_flag])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
  });

  test('[E3] a contact with customer_id is edited, without one another is made even for the same e-mail; an unknown one is refused', async () => {
    const made = await peer.pushed(COMPANY, {
      pool_id: 0,
      name: 'C',
      customers: [{ name: 'A', email: 'a@x.example' }],
    });
    const edit = await peer.pushRaw(
      COMPANY,
      `{"pool_id":0,"company_id":${made.company_id},"customers":[{"customer_id":${made.customers[0].customer_id},"name":"B"},{"name":"N","email":"a@x.example"}]}`,
    );
    expect(String(edit.body.data.customers[0].customer_id)).toBe(String(made.customers[0].customer_id));
    expect((await company(made.company_id)).customers.map((contact: Any) => contact.name)).toEqual([
      'B',
      'N',
    ]);
    expectRefusal(
      peer,
      await peer.push(COMPANY, {
        pool_id: 0,
        company_id: exact(made.company_id),
        customers: [{ customer_id: 424242, name: 'x' }],
      }),
      404,
      'Not Found Resource',
    );
  });

  // The contract gives the limits and no error for them: the refusal is the bundled service's own choice.
  test('[E2 E3] a value beyond the limits that the contract states is refused, naming field and limits', async () => {
    const limits = [
      [COMPANY, 'star', 1, 5],
      [COMPANY, 'intention_level', 0, 3],
      [COMPANY, 'annual_procurement', 0, 11],
      [COMPANY, 'scale_id', 1, 6],
      [LEAD, 'scale_id', 1, 6],
    ] as const;
    for (const [path, field, low, high] of limits) {
      const name = `Limit ${field}`;
      for (const value of [low - 1, high + 1, low + 0.5, 'x', String(high + 1)]) {
        const answer = await peer.push(path, { pool_id: 0, name, [field]: value });
        const refusal = `Input data validate error ${field} must be between ${low} and ${high}`;
        if (peer.quirks.limits === 'taken') expectSuccess(answer);
        else expectRefusal(peer, answer, 404, refusal);
      }
      for (const value of [low, high, String(high)])
        expect((await peer.push(path, { pool_id: 0, name, [field]: value })).body.code).toBe(200);
    }
  });

  test('[E3] a refused value leaves the company as it was', async () => {
    if (peer.quirks.limits === 'taken') return;
    const { company_id: id } = await peer.pushed(COMPANY, { pool_id: 0, name: 'Whole', star: 2 });
    expect(
      (await peer.push(COMPANY, { pool_id: 0, company_id: exact(id), name: 'Half', star: 6 })).body.code,
    ).not.toBe(200);
    expect(await company(id)).toMatchObject({ name: 'Whole', star: 2 });
  });

  test('[E3] owners are added and removed; is_public=1 moves to the public pool and leaves none', async () => {
    const users = (await peer.data('/v1/user/list'))
      .map((user: Any) => user.user_id)
      .filter((id: string) => id.length < 16);
    const rep = (await company((await peer.pushed(COMPANY, { pool_id: 0, name: 'O' })).company_id)).owner[0]
      .user_id;
    const other = users.find((id: string) => id !== String(rep));
    const { company_id: id } = await peer.pushed(COMPANY, {
      pool_id: 0,
      name: 'O2',
      batch_user_ids: [exact(other)],
    });
    expect((await company(id)).owner.map((owner: Any) => String(owner.user_id))).toEqual([
      String(rep),
      other,
    ]);
    await peer.pushed(COMPANY, { pool_id: 0, company_id: exact(id), remove_user_id: [rep] });
    expect((await company(id)).user_id).toEqual([other]);
    await peer.pushed(COMPANY, { pool_id: 602, company_id: exact(id), is_public: 1 });
    expect(await company(id)).toMatchObject({ user_id: [], owner: [], is_public: 1, pool_id: 602 });
  });

  test('[E3] No Privilege for a user who does not own the private company; Not Found Resource for an unknown company', async () => {
    const { company_id: id } = await peer.pushed(COMPANY, { pool_id: 0, name: 'P' });
    expectRefusal(
      peer,
      await peer.push(COMPANY, { pool_id: 0, company_id: exact(id), user_id: 987654321, name: 'Q' }),
      404,
      'No Privilege',
    );
    expect((await company(id)).name).toBe('P');
    expectRefusal(
      peer,
      await peer.push(COMPANY, { pool_id: 0, company_id: 5, name: 'x' }),
      404,
      'Not Found Resource',
    );
  });

  test('[E3] company_id 0 creates, and cus_tag replaces the whole set', async () => {
    const { company_id: id } = await peer.pushed(COMPANY, {
      pool_id: 0,
      company_id: 0,
      name: 'T',
      cus_tag: [9001, 9002],
    });
    await peer.pushed(COMPANY, { pool_id: 0, company_id: exact(id), cus_tag: [9003] });
    expect((await company(id)).tag.map((tag: Any) => tag.tag_id)).toEqual([9003]);
  });

  test('[E3] twenty pushes at once make twenty companies with ids of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => peer.push(COMPANY, { pool_id: 0, name: `Storm ${i}` })),
    );
    expect(new Set(answers.map((answer) => String(answer.body.data.company_id))).size).toBe(20);
    peer.skewMs += peer.quirks.lagMs + 1000;
    expect(
      (await peer.data('/v1/company/query', { word: 'Storm ', search_field: 'name' })).list,
    ).toHaveLength(20);
  });

  test('[trail/push] makes a note in the trail; its errors carry code -1', async () => {
    const { company_id: id } = await peer.pushed(COMPANY, { pool_id: 0, name: 'N' });
    const { trail_id: trail } = await peer.pushed('/v1/dynamic/trail/push', {
      company_id: exact(id),
      content: '电话 ☎️',
      remark_type: 103,
    });
    const [item] = (await peer.data('/v1/dynamic/trail/list', { company_id: id })).list;
    expect(item).toMatchObject({ content: '电话 ☎️', type: 103, company_info: { name: 'N' } });
    expect(String(item.trail_id)).toBe(String(trail));
    expect((await peer.push('/v1/dynamic/trail/push', { content: 'x' })).body.code).toBe(-1);
    expect((await peer.push('/v1/dynamic/trail/push', { company_id: 5, content: 'x' })).body).toMatchObject({
      code: -1,
      message: 'Not Found Resource',
    });
  });

  test('[E2 E3] numbers are given in order, and an edit renews name and time', async () => {
    const truth = (resource: 'company' | 'lead', id: unknown): Any =>
      (peer.service.truth(resource) as Any[]).find((one) => String(one.id) === String(id));
    const serials: number[] = [];
    for (const name of ['First', 'Second']) {
      const { lead_id: id } = await peer.pushed('/v1/lead/push', { company_name: name });
      serials.push(Number(/^L(9\d{5})$/.exec(truth('lead', id).doc.serial_id)?.[1]));
    }
    expect(serials[1]! - serials[0]!).toBe(1);
    const path = '/v1/company/pushCompanyAndCustomers';
    const { company_id: id } = await peer.pushed(path, { pool_id: 0, name: 'Before', customers: [] });
    const before = structuredClone(truth('company', id));
    peer.skewMs += 60_000;
    await peer.pushed(path, { company_id: exact(id), pool_id: 0, name: 'After' });
    const after = truth('company', id);
    expect([before.doc.name, after.doc.name]).toEqual(['Before', 'After']);
    expect(after.updateTime > before.updateTime).toBe(true);
  });
};
