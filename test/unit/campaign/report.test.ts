import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Part } from '../../campaign/part';
import { reportOf, UNHANDLED } from '../../campaign/report';
import { openResults } from '../../campaign/results';

const KILLS: Part = {
  name: 'kills',
  title: 'The app is killed',
  claim: 'Every item still exists.',
  run: async () => {},
};
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-campaign-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const results = () => openResults(join(folder, 'results.json'));

it('counts faults and their runs, without the rows that count unhandled errors', () => {
  results().add({ part: 'kills', fault: 'SIGKILL', runs: 7, unexplained: null });
  results().add({ part: 'kills', fault: UNHANDLED, most: { errors: 0 }, unexplained: null });
  expect(reportOf([KILLS], results())).toContain('made 1 faults in 7 runs');
});

it('says that a part whose earlier runs noted no commit began before them, until its results are forgotten', () => {
  results().add({ part: 'kills', fault: 'SIGKILL', unexplained: null });
  const later = results();
  later.addRun('kills', 2, { day: '2026-11-29', commit: 'bbbbbbbb' });
  expect(reportOf([KILLS], later)).toContain(
    'from 2026-11-22 (commit not noted) to 2026-11-29 (commit bbbbbbbb).',
  );
  later.forget('kills');
  later.add({ part: 'kills', fault: 'SIGKILL', unexplained: null });
  later.addRun('kills', 2, { day: '2026-11-29', commit: 'bbbbbbbb' });
  expect(reportOf([KILLS], later)).toContain('minutes, on 2026-11-29 (commit bbbbbbbb).');
});

it('says of each part when and at which commits it ran, also after several runs', () => {
  const first = results();
  first.add({ part: 'kills', fault: 'SIGKILL', unexplained: null });
  first.addRun('kills', 1.5, { day: '2026-11-28', commit: 'aaaaaaaa' });
  expect(reportOf([KILLS], results())).toContain('Run for 2 minutes, on 2026-11-28 (commit aaaaaaaa).');
  results().addRun('kills', 2, { day: '2026-11-29', commit: 'bbbbbbbb' });
  expect(reportOf([KILLS], results())).toContain(
    'Run for 4 minutes, from 2026-11-28 (commit aaaaaaaa) to 2026-11-29 (commit bbbbbbbb).',
  );
});

it('forgets the time of a part with its results', () => {
  results().add({ part: 'kills', fault: 'SIGKILL', unexplained: null });
  results().addRun('kills', 90, { day: '2026-11-28', commit: 'aaaaaaaa' });
  results().forget('kills');
  expect(results().totalMinutes()).toBe(0);
  expect(reportOf([KILLS], results())).toContain('- Not run: The app is killed.');
});
