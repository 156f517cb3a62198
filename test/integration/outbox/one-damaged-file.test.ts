/**
 * An account's folder with fifty intents and five drafts: damage to any one of its files loses none of them,
 * and no damage sends anything twice. This is the short form; `SATCHEL_DAMAGES=10000` makes it the long one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimRandom } from '../../simulation/sim-random';
import {
  damagesOf,
  DRAFTS,
  FILES,
  ITEMS,
  makeAccountFolder,
  type AccountFolder,
  type Damage,
  type FileName,
  type Opened,
} from '../../support/outbox/account-folder';
import { isThorough } from '../../support/thorough';

const KEY = 'c0ffee'.padEnd(64, '1');
const RUNS = Number(process.env.SATCHEL_DAMAGES ?? (isThorough ? 30 : 12));
const TIMEOUT_MS = 180_000 + RUNS * 3_000;
/** If two files have earlier content, that cannot be told from the inside. */
const PUTS_BACK: ReadonlySet<Damage> = new Set(['older copy', 'lost write']);
const seenDamagesOf = (file: FileName): Damage[] => damagesOf(file).filter((one) => !PUTS_BACK.has(one));
/** What tells the user that work was brought back, or is gone. */
const SALVAGE_REPORT_KEY = [
  'outbox-salvaged',
  'outbox-damaged',
  'outbox-missing',
  'outbox-older',
  'outbox-lost',
  'outbox-cut',
];

describe.each([
  ['plain', null],
  ['encrypted', KEY],
] as const)('[OB66] an account folder with damage (%s)', (_, key) => {
  let folder: AccountFolder;
  beforeAll(async () => {
    folder = await makeAccountFolder(key);
  });
  afterAll(() => folder.remove());

  const present = ({ outbox }: Opened): number => {
    const titles = new Map(outbox.list().map(({ id, title }) => [id, title]));
    return [...folder.names].filter(([id, name]) => titles.get(id) === name.slice(0, 200)).length;
  };
  const typed = ({ outbox }: Opened): unknown =>
    Object.fromEntries(
      outbox.drafts().flatMap(({ id, form }) => (folder.drafts.has(id) ? [[id, form]] : [])),
    );
  /** Which of the fifty would go by themselves: only what waits in a sound file may. */
  const opened = async (what: string, check: (one: Opened) => void): Promise<void> => {
    const one = folder.open();
    try {
      check(one);
      // The last commit of the log, which ended the pause, may be the one that was hit.
      const { paused } = one.outbox.summary();
      const waits = paused ? 0 : one.outbox.list(['queued']).filter(({ held }) => !held).length;
      one.outbox.start();
      await one.time.advance(60_000);
      // The first waiting one at most is under way; nothing that was sent or delivered before is sent again.
      // A bit of the time at which it is tried next may be what was damaged: then it goes within five
      // minutes.
      expect([what, one.pushes.length <= Math.min(waits, 1)]).toEqual([what, true]);
    } finally {
      one.outbox.close();
    }
  };

  it('has all fifty items if nothing is damaged, and shows no message', async () => {
    for (const from of ['closed', 'killed'] as const) {
      folder.layOut(from);
      await opened(from, (one) => {
        expect([present(one), one.notices]).toEqual([ITEMS, []]);
        expect(one.outbox.drafts()).toHaveLength(DRAFTS);
        expect(one.outbox.summary().counts).toMatchObject({ applied: 10, queued: 39 });
      });
    }
  });

  it('loses no item and no draft if any one file is damaged', { timeout: TIMEOUT_MS }, async () => {
    const random = new SimRandom(23);
    for (let run = 0; run < RUNS; run++) {
      const from = random.pick(['closed', 'killed'] as const);
      const file = random.pick(FILES.filter((name) => from === 'killed' || name !== 'outbox.db-wal'));
      folder.layOut(from);
      const what = `${run} ${from}: ${folder.damage(file, random.pick(damagesOf(file)), random)}`;
      await opened(what, (one) => {
        expect([what, present(one)]).toEqual([what, ITEMS]);
        expect([what, typed(one)]).toEqual([what, Object.fromEntries(folder.drafts)]);
        expect([what, one.outbox.summary().counts.applied]).toEqual([what, 10]);
      });
    }
  });

  it('loses no item and no draft if the disk lost the last writes of any one page', async () => {
    folder.layOut('closed');
    const pages = folder.changedPages();
    expect(pages.length).toBeGreaterThan(10);
    for (const page of pages) {
      folder.layOut('closed');
      folder.loseWrite(page);
      await opened(`page at ${page}`, (one) => {
        expect([page, present(one), one.outbox.drafts().length]).toEqual([page, ITEMS, DRAFTS]);
        expect([page, typed(one)]).toEqual([page, Object.fromEntries(folder.drafts)]);
        expect([page, one.outbox.summary().counts.applied]).toEqual([page, 10]);
      });
    }
  });

  it.each(['emptied', 'deleted'] as const)(
    '[OB63] says that outbox.db was %s, and fills it from the journal',
    async (how) => {
      folder.layOut('closed');
      folder.lose('outbox.db', how);
      await opened(how, (one) => {
        expect(present(one)).toBe(ITEMS);
        expect(one.notices).toMatchObject([{ code: 'outbox-missing' }]);
        expect(JSON.parse(one.notices[0]!.detail)).toMatchObject({
          held: 39,
          inDoubt: 1,
          settled: 10,
          drafts: DRAFTS,
        });
      });
      folder.layOut('closed');
      folder.lose('outbox.db', how);
      folder.lose('outbox.journal', 'deleted');
      await opened(how, (one) => {
        expect(present(one)).toBe(0);
        expect(one.notices).toMatchObject([{ code: 'outbox-lost' }]);
      });
    },
  );

  it('reports a loss if two files are damaged', { timeout: TIMEOUT_MS }, async () => {
    const random = new SimRandom(29);
    let lost = 0;
    for (let run = 0; run < RUNS / 3; run++) {
      folder.layOut('closed');
      const files: FileName[] = ['outbox.db', 'outbox.journal'];
      const what = `${run}: ${files.map((file) => folder.damage(file, random.pick(seenDamagesOf(file)), random)).join(', ')}`;
      await opened(what, (one) => {
        if (present(one) === ITEMS) return;
        lost++;
        const told = one.notices.filter(({ code }) => SALVAGE_REPORT_KEY.includes(code)).length;
        expect([what, told + one.outbox.unreadable().length > 0]).toEqual([what, true]);
      });
    }
    expect(lost).toBeGreaterThan(0);
  });
});
