import { afterEach, describe, expect, it } from 'vitest';
import { parseQuirks, QUIRKS, seededQuirks, type Quirks } from '../../../src/service/quirks';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { createMotion } from '../../support/sync/motion';
import { differences, makeService, type ServiceFixture } from '../../support/sync/service-fixture';
import { seededRandom } from '#service/random';
import { firstOf, isThorough } from '../../support/thorough';

let service: ServiceFixture | undefined;
let fixture: CoreFixture | undefined;
afterEach(async () => {
  await fixture?.dispose();
  service?.close();
  fixture = undefined;
  service = undefined;
});

/** Small pages and windows, so that a small dataset changes during many requests. */
const BUSY = { limits: { pageSize: 12, splitAbove: 36 }, censusMs: 0, recheckMs: 0, detailBudget: 5 };
const ORDERS = isThorough ? 120 : 80;
const MOST_ROUNDS = 4;

const syncWhileMoving = async (seed: number, quirks: Partial<Quirks>, everyNth: number) => {
  const random = seededRandom(seed);
  service = makeService({ dataset: ORDERS, seed, quirks });
  fixture = await makeCore({ transport: service.wire, pull: BUSY });
  const motion = createMotion(service, random);
  let reads = 0;
  service.wire.intercept = () => {
    reads += 1;
    if (reads % everyNth === 0) motion.step();
    return undefined;
  };
  expect(await fixture.core.accounts.openDemo()).toMatchObject({ ok: true });
  const { pull, cache } = fixture.core.accounts.current()!;
  await pull.round();
  const duringMotion = pull.state().resources;
  service.wire.intercept = null;
  const left: string[][] = [];
  /** Equal, and still equal a round later. */
  const settled = (): boolean => left.length > 1 && left.slice(-2).every((one) => one.length === 0);
  for (let round = 0; round < MOST_ROUNDS && !settled(); round += 1) {
    await pull.round();
    left.push(differences(cache, service.database));
  }
  return { motion, left, reads, duringMotion, resources: pull.state().resources };
};

/** Every quirk of reading; quirks that exclude each other are in separate groups. */
const TOGETHER = [
  ['order-oldest', 'page-cap', 'end-exclusive', 'minus-one'],
  ['order-by-id', 'time-other', 'lag', 'currency-text'],
  ['order-unordered', 'http-errors', 'record-list-object'],
];
const NAMES = Object.keys(QUIRKS).filter(
  (name) => !name.startsWith('omission') && !name.startsWith('receipt'),
);

describe('a service that changes while it is read', () => {
  it.each(firstOf([1, 2, 3], 1))(
    '[PL5] records created, changed and deleted during the sync are equal at the end (seed %i)',
    async (seed) => {
      const { motion, left } = await syncWhileMoving(seed, {}, 3);
      expect(motion.made + motion.changed + motion.deleted).toBeGreaterThan(30);
      expect(left.map((l) => l.length).join(), left.at(-1)?.slice(0, 5).join('; ')).toMatch(/,0$/);
    },
  );

  it('knows every quirk of reading', () => {
    expect(TOGETHER.flat().toSorted()).toEqual(NAMES.toSorted());
  });

  it.each(
    [
      ...TOGETHER,
      ...firstOf(
        NAMES.map((name) => [name]),
        0,
      ),
    ].map((names) => names.join(', ')),
  )('[PL6] under the quirks %s a moving service ends equal', async (names) => {
    const quirks: Partial<Quirks> = Object.assign({}, ...names.split(', ').map((name) => QUIRKS[name]));
    const { left } = await syncWhileMoving(11, quirks, 5);
    expect(left.map((l) => l.length).join(), left.at(-1)?.slice(0, 5).join('; ')).toMatch(/,0$/);
  });

  it.each(firstOf([21, 22, 23, 24], 1))(
    '[PL6] with a seeded mix of quirks the copy of a changing service is equal at the end (seed %i)',
    async (seed) => {
      const mix = parseQuirks(seededQuirks(seededRandom(seed)).join(','));
      if ('unknown' in mix) throw new Error(`no such quirk: ${mix.unknown.join()}`);
      expect(Object.keys(mix.quirks).length).toBeGreaterThan(1);
      const { left } = await syncWhileMoving(seed, mix.quirks, 5);
      expect(
        left.map((l) => l.length).join(),
        `${JSON.stringify(mix.quirks)} ${left.at(-1)?.slice(0, 5).join('; ')}`,
      ).toMatch(/,0$/);
    },
  );
});
