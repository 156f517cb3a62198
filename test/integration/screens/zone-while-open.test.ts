/** The clocks of the computer and of the CRM: another time zone, another day, while the window is open. */
import { createElement, memo } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { elements, makePage, mount, partsIn, settled, withRecorded } from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

const connect = (): void => {
  windowOver({
    accounts: { state: () => accountState() },
    records: { lookup: () => [], page: () => ({ rows: [], total: 0, revision: 0 }) },
    diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) },
  });
  makePage();
};
/** Sets the zone of this computer. */
const inZone = (zone: string): void => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', zone);
};

it('“today” in a filter is the day of the CRM, not that of this computer', async () => {
  inZone('America/New_York');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 20) });
  onTestFinished(() => void vi.useRealTimers());
  connect();
  const input = await partsIn('ui')('day-input', 'DayInput');
  await mount(createElement(input, { value: '', onChange: () => undefined }));
  const read = (typed: string): unknown => {
    const shown = elements().find((one) => one.dateParser !== undefined);
    return (shown!.dateParser as (text: string) => unknown)(typed);
  };
  await vi.waitFor(() => expect(read('today')).toBe('2026-11-26'));
});

it('an open list goes on to the next day at midnight of the CRM', async () => {
  inZone('America/New_York');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 10, 25, 15, 59) });
  onTestFinished(() => void vi.useRealTimers());
  connect();
  const { useServerToday } = await import('../../../src/renderer/records/use-server-today');
  let today = '';
  const List = (): null => {
    today = useServerToday();
    return null;
  };
  await mount(createElement(List));
  await vi.waitFor(() => expect(today).toBe('2026-11-25'));
  vi.advanceTimersByTime(120_000);
  await settled();
  expect(today).toBe('2026-11-26');
});

it.each([
  ['Asia/Shanghai', null],
  ['America/New_York', 'common.serviceDays'],
])('says that days are those of the CRM only in another zone: %s', async (zone, hint) => {
  inZone(zone);
  connect();
  const { useServiceDays } = await import('../../../src/renderer/format/use-service-days');
  const { readComputerZone } = await import('../../../src/renderer/client/computer-zone');
  readComputerZone();
  let said: string | null = null;
  const Hint = (): null => {
    said = useServiceDays();
    return null;
  };
  const { queries } = await mount(createElement(Hint));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  await settled();
  expect(said).toBe(hint);
});

it('rows that are on the screen already show the hours of the new zone', async () => {
  inZone('Asia/Shanghai');
  connect();
  const { useFormat } = await import('../../../src/renderer/format/use-format');
  const { readComputerZone } = await import('../../../src/renderer/client/computer-zone');
  const { formatServerText } = await import('../../../src/renderer/format/time');
  readComputerZone();
  let shown = '';
  // As a row of a list, it is drawn again only if one of its properties changes.
  const Row = memo(({ format }: { format: ReturnType<typeof useFormat> }): null => {
    shown = formatServerText('2026-11-22 10:00:00', format.locale, format.offsetMs);
    return null;
  });
  const List = () => createElement(Row, { format: useFormat() });
  await mount(createElement(List));
  await vi.waitFor(() => expect(shown).toContain('10:00'));
  vi.stubEnv('TZ', 'Europe/Berlin');
  readComputerZone();
  await settled();
  expect(shown).toContain('03:00');
});
