/** The optional opportunity/push, info and selector, as the live service publishes them (contract B). */
import { expect, test } from 'vitest';
import { exact, expectRefusal, type Any, type Peer } from '../peer';

const PUSH = '/v1/opportunity/push';
const SELECTOR = '/v1/opportunity/fields/selector';

export const opportunityPushRules = (peer: Peer): void => {
  const keeps = peer.quirks.omission === 'keeps';
  const info = (id: unknown): Promise<Any> =>
    peer.data('/v1/opportunity/info', { opportunity_id: String(id) });
  const aCompany = async (): Promise<{ id: Any; contact: Any }> => {
    const made = await peer.pushed('/v1/company/pushCompanyAndCustomers', {
      name: 'Opp GmbH',
      pool_id: 0,
      customers: [{ name: 'Ann', email: 'ann.opp@x.example' }],
    });
    return { id: made.company_id, contact: made.customers[0].customer_id };
  };
  const stages = async (): Promise<Any[]> => {
    const [flow] = await peer.data(SELECTOR, { field: 'sales_flow' });
    return peer.data(SELECTOR, { field: 'stage_list', flow_id: flow.flow_id });
  };

  test('[opportunity/fields/selector] names sales processes, the stages of one, and reasons of a loss', async () => {
    const [flow] = await peer.data(SELECTOR, { field: 'sales_flow' });
    expect(flow).toMatchObject({ flow_id: expect.any(Number), name: expect.any(String) });
    for (const stage of await stages())
      expect(stage).toMatchObject({ stage_id: expect.any(Number), flow_id: flow.flow_id });
    const types = new Set((await stages()).map(({ type }) => type));
    expect([...types].toSorted()).toEqual([1, 2, 3]);
    const [reason] = await peer.data(SELECTOR, { field: 'fail_reason' });
    expect(reason).toMatchObject({ reason_id: expect.any(Number), name: expect.any(String) });
  });

  test('[opportunity/push] a created opportunity is in the list with everything that was sent', async () => {
    const { id: company, contact } = await aCompany();
    const stage = (await stages()).find(({ type }) => type === 2)!;
    const { opportunity_id: id } = await peer.pushed(PUSH, {
      name: 'Hotel lobby 大堂',
      company_id: company,
      customer_id: [contact],
      handler: [],
      amount: '1250.50',
      currency: 'EUR',
      exchange_rate: '780',
      account_date: '2026-12-24',
      stage: stage.stage_id,
      origin_list: [802],
      fail_remark: 'none',
      remark: 'r',
      '70550001': 'Air freight',
    });
    const details = await info(id);
    expect(details).toMatchObject({
      name: 'Hotel lobby 大堂',
      amount: '1250.50',
      amount_rmb: '9753.9',
      currency: 'EUR',
      account_date: '2026-12-24',
      stage_info: { stage_id: stage.stage_id, name: stage.name },
      stage_type: 2,
      origin_name: 'Website',
      remark: 'r',
      external_field_data: { '70550001': 'Air freight' },
    });
    expect(String(details.company.company_id)).toBe(String(company));
    expect(details.customer.map((one: Any) => one.name)).toEqual(['Ann']);
    const { list } = await peer.data('/v1/opportunity/list', { count: 500, start_time: details.create_time });
    expect(list.map((one: Any) => String(one.opportunity_id))).toContain(String(id));
  });

  test('[opportunity/push] an edit changes what it names; other fields stay, or are emptied', async () => {
    const { id: company } = await aCompany();
    const { opportunity_id: id } = await peer.pushed(PUSH, {
      name: 'Edited',
      company_id: company,
      handler: [],
      remark: 'before',
    });
    const lost = (await stages()).find(({ type }) => type === 3)!;
    const [reason] = await peer.data(SELECTOR, { field: 'fail_reason' });
    await peer.pushed(PUSH, {
      opportunity_id: exact(id),
      name: 'Edited',
      company_id: company,
      handler: [],
      stage: lost.stage_id,
      fail_type: reason.reason_id,
    });
    expect(await info(id)).toMatchObject({
      stage_type: 3,
      fail_type_name: reason.name,
      remark: keeps ? 'before' : '',
    });
  });

  test('[opportunity/push] refuses one without a name or a customer, and an unknown stage, contact or record', async () => {
    const { id: company } = await aCompany();
    const whole = { name: 'x', company_id: company, handler: [] };
    const refused = async (change: Record<string, unknown>, message: string): Promise<void> =>
      expectRefusal(peer, await peer.push(PUSH, { ...whole, ...change }), 404, message);
    await refused({ name: '' }, "'name' cannot be empty");
    await refused({ company_id: 0 }, 'The associated customer cannot be empty use company_id');
    await refused({ company_id: 424242 }, 'Not Found Resource');
    const [gone] = (await peer.data('/v1/company/list', { removed: 1, count: 1 })).list;
    await refused({ company_id: exact(gone.company_id) }, 'Not Found Resource');
    await refused({ stage: 424242 }, 'Input data validate error stage must be one of its sales process');
    await refused(
      { customer_id: [424242] },
      "Input data validate error customer_id must be the customer's contacts",
    );
    await refused({ amount: 'much' }, 'Input data validate error amount must be a number');
    await refused({ opportunity_id: 424242 }, 'Not Found Resource');
  });
};
