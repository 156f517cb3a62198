/** The file with a copy of the Outbox: its name, and who may restore it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCopy, restoreCopy } from '#core/handlers/answers/outbox-copy';
import { outboxBench } from '../../../../support/outbox/outbox-bench';

const NOBODY = { userId: null, email: null };
const MIA = {
  baseUrl: 'https://crm.example',
  selfUserId: '7',
  identity: { userId: null, email: 'mia@x.example' },
};

describe('a copy from another computer', () => {
  /** Restores a copy of `there` in the account of `here`. */
  const restored = (there: object, here: object): string => {
    const { text } = exportCopy(outboxBench().outbox, { ...MIA, ...there });
    const elsewhere = JSON.stringify({ ...(JSON.parse(text) as object), accountId: 'a-of-the-old-laptop' });
    const done = restoreCopy(
      { outbox: outboxBench().outbox, profileId: 'a' },
      { ...MIA, ...here },
      elsewhere,
    );
    return done.ok ? 'restored' : done.code;
  };

  it('is restored for the same person at the same service', () => {
    expect(restored({}, {})).toBe('restored');
    expect(restored({}, { selfUserId: '8' })).toBe('other-account');
    expect(restored({}, { baseUrl: 'https://other.example' })).toBe('other-account');
  });

  it('[AU18] is restored from a former address of the account, by the same person', () => {
    const moved = { baseUrl: 'https://new.example', formerBaseUrls: [MIA.baseUrl] };
    expect(restored({}, moved)).toBe('restored');
    expect(restored({}, { ...moved, selfUserId: '8' })).toBe('other-account');
    expect(restored({ baseUrl: 'https://other.example' }, moved)).toBe('other-account');
  });

  it('is restored by the e-mail if the CRM does not show who the person is', () => {
    expect(restored({ selfUserId: null }, { selfUserId: null })).toBe('restored');
    expect(restored({ selfUserId: null }, {})).toBe('restored');
    const bo = { userId: null, email: 'bo@x.example' };
    expect(restored({ selfUserId: null }, { selfUserId: null, identity: bo })).toBe('other-account');
    expect(restored({ selfUserId: null }, { baseUrl: 'https://other.example' })).toBe('other-account');
  });

  it('is not restored if nothing tells the person; an app that two people share does not', () => {
    for (const identity of [NOBODY, { userId: '100023', email: null }]) {
      const unknown = { selfUserId: null, identity };
      expect(restored(unknown, unknown)).toBe('other-account');
    }
  });
});

describe('in Shanghai', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Asia/Shanghai';
  });
  afterAll(() => {
    process.env.TZ = zone;
  });

  it('a copy that is made before eight in the morning has the date of this day', () => {
    const sevenThirty = Date.UTC(2026, 10, 26, 23, 30);
    const { outbox } = outboxBench({ clock: () => ({ now: () => sevenThirty }) });
    const { fileName } = exportCopy(outbox, {
      baseUrl: 'https://crm.example',
      selfUserId: '1',
      identity: NOBODY,
    });
    expect(fileName).toBe('satchel-outbox-2026-11-27.json');
  });
});
