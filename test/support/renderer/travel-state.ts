/** What the core tells of Travel: a saved view of companies is taken along, and nothing is missing. */
import type { TravelState } from '../../../src/shared/contract/travel';
import { readView } from '../../../src/renderer/records/list-view';

export const TRAVEL_STATE: TravelState = {
  pins: [
    {
      key: 'list~v1',
      kind: 'list',
      resource: 'company',
      id: null,
      title: 'Northern customers',
      view: { ...readView('company', {}, '2026-11-25'), resource: 'company' },
      subjects: 4,
      records: 9,
      missing: 0,
      isGone: false,
    },
  ],
  counts: [{ resource: 'company', count: 4 }],
  missing: [],
  absent: [],
  asOf: 1,
  running: null,
  beyond: 0,
};
