/** A service may store other values than were sent (contract E3: a province is one of an enumeration). */
import { expect, it } from 'vitest';
import type { Command } from '#shared/domain/intent';
import { crmBench, lost, type CrmBench } from '../../../../../support/outbox/fake-crm';

const company: Command = {
  kind: 'company',
  schema: 1,
  target: null,
  fields: { name: 'Acme', pool_id: '0', province: 'Zhejiang' },
  children: [],
};
const opportunity: Command = {
  kind: 'opportunity',
  schema: 1,
  target: null,
  fields: { name: 'Lobby', company_id: '5', handler: ['2'] },
  children: [],
};
const passHour = async ({ crm, time }: CrmBench): Promise<void> => {
  for (let minute = 0; minute < 60; minute += 1) {
    const at = Date.parse(`${crm.now.replace(' ', 'T')}Z`) + 60_000;
    crm.now = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    await time.advance(60_000);
  }
};
const afterLostAnswer = async (command: Command, record: (now: string) => Record<string, unknown>) => {
  const bench = crmBench();
  bench.gateway.push = lost;
  const done = bench.outbox.submit({ command, base: null });
  await bench.time.advance(1_000);
  bench.crm.put(command.kind, { ...record(bench.crm.now), create_time: bench.crm.now });
  await passHour(bench);
  const { state, candidates } = bench.outbox.get(done.ok ? done.id : '')!.intent;
  return { pushes: bench.pushes.length, state, found: candidates.map(({ id }) => id) };
};
const ASKED = { pushes: 1, state: 'uncertain' };

it('[OB13] a new customer with the same name is asked about, not sent again', async () => {
  const stored = { company_id: 70, name: 'Acme', province: '浙江', create_user: 1 };
  expect(await afterLostAnswer(company, () => stored)).toEqual({ ...ASKED, found: ['70'] });
});

it('[OB13] so is an opportunity whose team the service has completed', async () => {
  const stored = {
    opportunity_id: 71,
    name: 'Lobby',
    company: { company_id: 5 },
    handler: [1, 2],
    create_user_info: { user_id: 1 },
  };
  expect(await afterLostAnswer(opportunity, () => stored)).toEqual({ ...ASKED, found: ['71'] });
});

it('[OB16] a record with another name is another one', async () => {
  const stored = { company_id: 72, name: 'Other', create_user: 1 };
  const after = await afterLostAnswer(company, () => stored);
  expect(after.pushes).toBeGreaterThan(1);
});

it('[OB14] a record that was there before the send is none of ours', async () => {
  const bench = crmBench();
  bench.crm.put('opportunity', {
    opportunity_id: 73,
    name: 'Lobby',
    company: { company_id: 5 },
    handler: [9],
    create_user_info: { user_id: 1 },
    create_time: bench.crm.now,
  });
  bench.gateway.push = lost;
  bench.outbox.submit({ command: opportunity, base: null });
  await bench.time.advance(1_000);
  await passHour(bench);
  expect(bench.pushes.length).toBeGreaterThan(1);
});

it('[OB13] a lead whose e-mail the service stores in small letters is found, and not sent again', async () => {
  const lead: Command = {
    kind: 'lead',
    schema: 1,
    target: null,
    fields: { name: 'Lobby chairs' },
    children: [{ ref: 'local:c', fields: { name: 'Ann', email: 'Ann.Lee@Acme.example' } }],
  };
  const stored = {
    lead_id: 74,
    name: 'Lobby chairs',
    create_user: 1,
    customers: [{ customer_id: 75, name: 'Ann', email: 'ann.lee@acme.example' }],
  };
  const { pushes, state } = await afterLostAnswer(lead, () => stored);
  expect({ pushes, state }).toEqual({ pushes: 1, state: 'applied' });
});
