/** The file with a copy of the Outbox: its name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCopy } from '#core/handlers/answers/outbox-copy';
import { outboxBench } from '../../../../support/outbox/outbox-bench';

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
    const { fileName } = exportCopy(
      { outbox, profileId: 'a' },
      { baseUrl: 'https://crm.example', selfUserId: '1' },
    );
    expect(fileName).toBe('satchel-outbox-2026-11-27.json');
  });
});
