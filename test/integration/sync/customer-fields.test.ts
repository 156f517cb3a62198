/** The customer fields that a service lists: read, stored for use without a connection, and sent. */
import { describe, expect, it } from 'vitest';
import { COMPANY_PUSH_PATH } from '#shared/http-api/company';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window } = rig;
const listed = async (name: string) =>
  (await window().records.lookup({ name })).map(({ id, raw }) => ({
    id,
    isRequired: (raw as { require?: string }).require === '1',
  }));

describe.each(['full', 'live'] as const)('customer fields of a service with profile %s', (profile) => {
  it('[PL21] are available offline, with required marks', async () => {
    await rig.connect({ profile, quirks: { customRequired: true, namesRequired: true } });
    rig.cut();
    const fields = await listed('companyFields');
    expect(fields.filter(({ isRequired }) => isRequired).map(({ id }) => id)).toEqual(['name', '70340001']);
    expect((await listed('leadFields')).length).toBeGreaterThan(3);
  });

  it('a new company without a required field is refused with the name of the field, and accepted with it', async () => {
    await rig.connect({ profile, quirks: { customRequired: true, namesRequired: true } });
    const { client } = workspace();
    const push = async (more: object): Promise<string> => {
      const body = { name: 'Acme', pool_id: 0, customers: [], ...more };
      const answer = await client.push(COMPANY_PUSH_PATH, JSON.stringify(body));
      return answer.kind === 'answer' ? answer.text : answer.reason;
    };
    expect(await push({})).toContain("'70340001' cannot be empty");
    expect(await push({ 70340001: 'ISO 9001' })).toContain('"code":200');
  });
});

describe('customer fields of a service with only the contract', () => {
  it('are not offered, and a form requires none', async () => {
    await rig.connect({ profile: 'contract' });
    expect(await listed('companyFields')).toEqual([]);
    expect(
      workspace()
        .pull.state()
        .resources.find(({ resource }) => resource === 'company')?.state,
    ).toBe('complete');
  });
});
