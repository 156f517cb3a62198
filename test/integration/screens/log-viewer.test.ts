/** The log in Settings, drawn once from answers that the test gives. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const VIEWER: string = '../../../src/renderer/features/settings/log-viewer';

const draw = async (log: () => unknown): Promise<string> => {
  windowOver(
    { diagnostics: { log } },
    { location: { hash: '#/settings' }, addEventListener: () => undefined },
  );
  const { LogViewer } = (await import(VIEWER)) as { LogViewer: FunctionComponent };
  return drawSettled(LogViewer, {});
};

it('a log that cannot be read is not said to have no matching line', async () => {
  const html = await draw(() => {
    throw new Error('EACCES');
  });
  expect(html).toContain('common.notRead');
  expect(html).not.toContain('diagnostics.logNone');
});

it('a log without a matching line says so', async () => {
  expect(await draw(() => ({ lines: [], more: false }))).toContain('diagnostics.logNone');
});

it('a line whose time is damaged is shown with the text that stands there, and the others stay', async () => {
  const line = { level: 'info', facts: '' };
  const lines = [
    { ...line, at: '2026-1?-21T10:00:00.000Z', message: 'damaged' },
    { ...line, at: '2026-11-21T10:00:00.000Z', message: 'whole' },
  ];
  const html = await draw(() => ({ lines, more: false }));
  expect(html).toMatch(/2026-1\?-21T10.*damaged/);
  expect(html).toContain('whole');
});
