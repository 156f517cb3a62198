/** The tools of a timeline, for an account that may not read the list of users. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

it('the menu of people has the names that the entries have, and those of the list of users first', async () => {
  const people = [
    { id: '7', name: 'Old name', count: 3 },
    { id: '8', name: 'Wang Wei', count: 2 },
    { id: '9', name: null, count: 1 },
  ];
  windowOver(
    {
      timeline: { figures: () => ({ kinds: [], people, pending: 0 }) },
      records: { page: () => ({ rows: [{ id: '7', values: { nickname: 'Mia' } }] }), lookup: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const TOOLS: string = '../../../src/renderer/features/customers/timeline-tools';
  const { TimelineTools } = (await import(TOOLS)) as { TimelineTools: FunctionComponent<object> };
  const chosen = (person: string) =>
    drawSettled(TimelineTools, {
      subject: { resource: 'company', id: '1' },
      kinds: [],
      person,
      text: '',
      takesFocus: false,
    });
  expect(await chosen('7')).toContain('Mia (3)');
  expect(await chosen('8')).toContain('Wang Wei (2)');
  expect(await chosen('9')).toContain('9 (1)');
});
