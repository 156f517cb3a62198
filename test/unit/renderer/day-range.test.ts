import { expect, it } from 'vitest';
import { withDay } from '../../../src/renderer/format/day-range';

it('a day beyond the other end of a range moves that end too; an open end stays open', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' };
  expect(withDay(november, 'from', '2026-11-10')).toEqual({ from: '2026-11-10', to: '2026-11-30' });
  expect(withDay(november, 'from', '2026-11-30')).toEqual({ from: '2026-11-30', to: '2026-11-30' });
  expect(withDay(november, 'from', '2026-12-05')).toEqual({ from: '2026-12-05', to: '2026-12-05' });
  expect(withDay(november, 'to', '2026-10-31')).toEqual({ from: '2026-10-31', to: '2026-10-31' });
  expect(withDay(november, 'to', '')).toEqual({ from: '2026-11-01', to: '' });
  const open = { from: '', to: '2026-11-30' };
  expect(withDay(open, 'to', '2020-01-01')).toEqual({ from: '', to: '2020-01-01' });
});
