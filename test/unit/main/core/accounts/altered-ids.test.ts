/** The real ids of delivered records in `outbox.db` that were altered on the disk: their table has no checksums. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VirtualTime } from '../../../../simulation/virtual-time';
import {
  accepted,
  companyCommand,
  idleGateway,
  receiptCommand,
} from '../../../../support/outbox/outbox-bench';
import { at, codes, open, prepareOutboxFolders } from '../../../../support/outbox/outbox-folders';

prepareOutboxFolders();

const REAL_ID = '500421';
const FILES = ['outbox.db', 'outbox.db-wal', 'outbox.journal'];

/**
 * An account with a delivered company and a receipt of it that waits, as it is after the app was closed or killed.
 * Returns their local ids.
 */
const madeWithReceipt = async (end: 'closed' | 'killed'): Promise<{ company: string; receipt: string }> => {
  const time = new VirtualTime(1_800_000_000_000);
  const outbox = open('a', {
    isExpected: false,
    timers: time,
    clock: time,
    gateway: { ...idleGateway, push: async () => accepted({ company_id: Number(REAL_ID), customers: [] }) },
  });
  const made = outbox.submit({ command: companyCommand('Acme'), base: null });
  outbox.start();
  await time.advance(1_000);
  outbox.pause(true);
  const paid = made.ok ? outbox.submit({ command: receiptCommand(made.id), base: null }) : made;
  if (!made.ok || !paid.ok) throw new Error('refused');
  expect(outbox.realIdOf(made.id)).toBe(REAL_ID);
  outbox.pause(false);
  const running = FILES.map((name) => readFileSync(at('a', name)));
  outbox.close();
  if (end === 'killed') for (const [n, bytes] of running.entries()) writeFileSync(at('a', FILES[n]!), bytes);
  return { company: made.id, receipt: paid.id };
};

/** Changes the last digit of the real id, but only in the table of ids. */
const flip = (file: string, company: string): void => {
  const bytes = readFileSync(at('a', file));
  const row = Buffer.from(`${company}company${REAL_ID}${company}`);
  let hits = 0;
  for (let found = bytes.indexOf(row); found >= 0; found = bytes.indexOf(row, found + 1)) {
    const digit = found + company.length + 'company'.length + REAL_ID.length - 1;
    bytes[digit] = (bytes[digit] ?? 0) ^ 1;
    hits++;
  }
  expect(hits).toBeGreaterThan(0);
  writeFileSync(at('a', file), bytes);
};

it.each([
  ['outbox.db', 'closed'],
  ['outbox.db-wal', 'killed'],
] as const)(
  '[OB66] an item that waits for a delivered record is sent for that record, though a digit of its id was altered in %s',
  async (file, end) => {
    const { company, receipt } = await madeWithReceipt(end);
    flip(file, company);
    const time = new VirtualTime(1_800_000_100_000);
    const pushes: string[] = [];
    const outbox = open('a', {
      timers: time,
      clock: time,
      gateway: {
        ...idleGateway,
        push: async (_, body) => {
          pushes.push(body);
          return accepted({ cash_collection_id: 7 });
        },
      },
    });
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(outbox.realIdOf(company)).toBe(REAL_ID);
    outbox.hold(receipt, false);
    outbox.start();
    await time.advance(60_000);
    expect(pushes.join()).toContain(`"company_id":${REAL_ID}`);
    outbox.close();
  },
);
