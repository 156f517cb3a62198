/** The computer comes into another time zone while the window is open. */
import { createElement, memo } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makePage, mount, settled, withRecorded } from '../../support/renderer/mounted';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

it('rows that are on the screen already show the hours of the new zone', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'Asia/Shanghai');
  windowOver({
    accounts: { state: () => ({ account: { id: 'a' }, settings: {}, accounts: [], notices: [] }) },
    records: { lookup: () => [], page: () => ({ rows: [], total: 0, revision: 0 }) },
    diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) },
  });
  makePage();
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
