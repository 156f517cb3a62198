import { expect, it } from 'vitest';
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { startReminders } from '../../../../src/main/electron/reminders';

it('asks for follow-ups that came due since the last check, reports each once, and does nothing when switched off', async () => {
  let now = 0;
  let wanted = true;
  let tick = (): void => undefined;
  const asked: unknown[] = [];
  const told: DueFollowUp[] = [];
  const due = (span: { after: number; until: number }): Promise<DueFollowUp[]> => {
    asked.push(span);
    return span.until === 20
      ? Promise.reject(new Error('the core is gone'))
      : Promise.resolve([{ id: '1', name: 'A', time: '', at: span.until }]);
  };
  startReminders({
    due,
    wanted: () => wanted,
    remind: (list) => void told.push(...list),
    now: () => now,
    every: (_ms, body) => {
      tick = body;
    },
  });
  const at = async (time: number): Promise<void> => {
    now = time;
    tick();
    await Promise.resolve();
    await Promise.resolve();
  };
  await at(10);
  await at(20);
  wanted = false;
  await at(30);
  wanted = true;
  await at(40);
  expect(asked).toEqual([
    { after: 0, until: 10 },
    { after: 10, until: 20 },
    { after: 30, until: 40 },
  ]);
  expect(told.map((one) => one.at)).toEqual([10, 40]);
});
