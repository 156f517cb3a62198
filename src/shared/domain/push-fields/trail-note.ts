/** The optional trail/push: a note about one company, lead or opportunity. */
import { id, longText, type FieldTable, type NestedId } from './push-field';

const company = { key: 'company_info', ids: ['company_id'], name: 'name' } as const satisfies NestedId;
const lead = { key: 'lead_info', ids: ['lead_id'], name: 'name' } as const satisfies NestedId;
const activityType = { key: 'type' } as const;

export const TRAIL_NOTE_FIELDS = {
  company_id: { ...id, kind: 'company', shownAt: ['own', company] },
  lead_id: { ...id, kind: 'lead', shownAt: ['own', lead] },
  opportunity_id: id,
  content: { ...longText, required: 'always' },
  remark_type: {
    type: 'int',
    kind: 'enum',
    options: 'trailType',
    readFrom: [activityType],
    shownAt: [activityType],
  },
} as const satisfies FieldTable;
