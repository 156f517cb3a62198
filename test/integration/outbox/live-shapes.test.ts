/**
 * Items in doubt with a service that answers in the forms of the live service: phones as pairs, codes by
 * their names, records created under the token's own account. Real sockets, the real transport, the real
 * service.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Quirks } from '#service/quirks';
import { makeRig, PUSHES, type Rig } from '../../support/outbox/fault-rig';

const LIVE: Partial<Quirks> = { telPair: true, creator: 'token-account', bizTypeText: true };
const { path } = PUSHES.company;
const PHONE = { tel_area_code: '86', tel: '13800000001' };

let rig: Rig;
afterEach(async () => {
  await rig.close();
});
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');
const company = (name: string, fields: Record<string, unknown> = {}) => ({
  kind: 'company',
  fields: { name, pool_id: '0', ...fields },
});
const losesAnswer = (): void => {
  rig.http.service.faults.add({ kind: 'lost', method: 'POST', path });
};
const losesRequest = (): void => {
  rig.http.service.faults.add({ kind: 'reset', method: 'POST', path });
};

describe('a company whose answer is lost', () => {
  it('[OB13] is found by its phone pair and its creator, and created once', async () => {
    rig = await makeRig(LIVE);
    // The first create teaches under whom the service records what this account makes.
    await applied(rig.submit(company('Teacher')));
    losesAnswer();
    const view = await applied(rig.submit(company('Acme', { ...PHONE, biz_type: 2 })));
    expect(view.notes).toContain('proved-by-read-back');
    expect(rig.records('company')).toHaveLength(2);
  });
  it('[OB13] is for the user to identify while the creator of our records is unknown', async () => {
    rig = await makeRig(LIVE);
    losesAnswer();
    const id = rig.submit(company('Acme', PHONE));
    const view = await rig.until(id, ({ waits }) => waits === 'your-decision');
    const [record] = rig.records('company');
    expect(view.candidates).toMatchObject([{ id: record?.id, title: 'Acme' }]);
    expect(rig.posts(path)).toHaveLength(1);
    rig.live.outbox.arrived(id, record?.id ?? null);
    await applied(id);
    expect(rig.records('company')).toHaveLength(1);
  });
  it('[OB13] learns the creator again after another sign-in, which may be another user', async () => {
    rig = await makeRig(LIVE);
    await applied(rig.submit(company('Teacher')));
    rig.live.outbox.signInChanges();
    losesAnswer();
    const id = rig.submit(company('Acme'));
    expect((await rig.until(id, ({ waits }) => waits === 'your-decision')).candidates).toHaveLength(1);
  });
});

describe('an edit whose request is lost', () => {
  const edit = async (fields: Record<string, unknown>): Promise<{ id: string; realId: string | null }> => {
    const made = await applied(rig.submit(company('Acme', { ...PHONE, biz_type: 2 })));
    losesRequest();
    const id = rig.submit(
      { kind: 'company', target: made.realId, fields: { ...fields, pool_id: '0' } },
      {
        fields: { ...PHONE, biz_type: 'Wholesaler', name: 'Acme', pool_id: '0' },
        children: [],
        readAt: null,
      },
    );
    return { id, realId: made.realId };
  };
  const detail = (realId: string | null) =>
    rig.http.service.truth('company').find((one) => one.id === realId)?.detail;
  it('[OB51] of a phone only is sent again and does not count as delivered', async () => {
    rig = await makeRig(LIVE);
    const { id, realId } = await edit({ tel: '13900000002' });
    await applied(id);
    expect(detail(realId)?.tel).toBe('13900000002');
    expect(rig.posts(path)).toHaveLength(3);
  });
  it('[OB51] of a code that the service returns as a name is sent again and does not count as delivered', async () => {
    rig = await makeRig(LIVE);
    const { id, realId } = await edit({ biz_type: 4 });
    await applied(id);
    expect(detail(realId)?.biz_type).toBe(4);
  });
});

it('[OB51] if an edit arrived without an answer in a form that cannot be compared, the user decides', async () => {
  rig = await makeRig(LIVE);
  const made = await applied(rig.submit(company('Acme', { biz_type: 2 })));
  losesAnswer();
  const id = rig.submit(
    { kind: 'company', target: made.realId, fields: { biz_type: 4, pool_id: '0' } },
    { fields: { biz_type: 'Wholesaler', pool_id: '0' }, children: [], readAt: null },
  );
  const view = await rig.until(id, ({ waits }) => waits === 'your-decision');
  expect(view.state).toBe('uncertain');
  expect(rig.posts(path)).toHaveLength(2);
});
