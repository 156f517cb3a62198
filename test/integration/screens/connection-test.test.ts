/** The result of the connection test in Settings. */
import type { FunctionComponent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { enDiagnostics } from '../../../src/renderer/i18n/en-settings';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
// The button was pressed, and the service has answered.
vi.mock('../../../src/renderer/forms/windows/use-change', () => ({
  useChange: () => ({
    data: { ok: true, durationMs: 12, serverTime: '2026-11-25 21:00:00' },
    isPending: false,
  }),
}));

afterEach(() => {
  vi.unstubAllEnvs();
});

it('"CRM time" is the time of the server, not of this computer', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  windowOver(
    { diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/settings/connection-test';
  const { ConnectionTest } = (await import(path)) as { ConnectionTest: FunctionComponent };
  const html = await drawSettled(ConnectionTest, {}, { diagnostics: enDiagnostics });
  expect(html).toContain('Reply in 12 ms · CRM time Nov 25, 2026 21:00');
});
