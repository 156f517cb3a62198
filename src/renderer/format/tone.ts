/** The colour of a state. The colour is never the only information: the name is always shown. */
import type { Column } from '#shared/contract/records';
import { isFailed, progressOf, type Progress } from '#shared/domain/progress';

export type Tone = 'gray' | 'green' | 'yellow' | 'red' | 'blue' | 'violet';

const BY_ENUMERATION: Readonly<Record<string, Readonly<Record<string, Tone>>>> = {
  approvalStatus: {
    0: 'gray',
    1: 'green',
    2: 'red',
    3: 'yellow',
    4: 'gray',
    5: 'gray',
    6: 'blue',
    7: 'violet',
  },
  outboundStatus: { 1: 'yellow', 2: 'green' },
  receiptStatus: { 1: 'gray', 2: 'blue', 3: 'yellow', 4: 'yellow', 5: 'green' },
  leadStatus: { 1: 'gray', 2: 'red', 3: 'yellow', 4: 'blue', 5: 'violet', 7: 'green' },
  opportunityOutcome: { 1: 'blue', 2: 'green', 3: 'gray' },
  productSale: { 0: 'green', 1: 'gray' },
  collectionStatus: { 0: 'yellow', 1: 'green' },
  inboundStatus: { 1: 'yellow', 2: 'blue' },
  trailType: {
    101: 'gray',
    102: 'blue',
    103: 'green',
    104: 'violet',
    105: 'yellow',
    106: 'violet',
    107: 'violet',
    108: 'violet',
    109: 'violet',
    110: 'blue',
    111: 'violet',
    112: 'yellow',
  },
};
/** States that the service names: the tone depends on the name, not on the code. */
const BY_PROGRESS: Readonly<Record<Progress, Tone>> = {
  waiting: 'gray',
  partly: 'yellow',
  done: 'green',
  unknown: 'blue',
};

/** The tone of an enum or status value; undefined for kinds and values without one. */
export const toneOf = (column: Column, value: unknown): Tone | undefined => {
  if (column.kind === 'enum') {
    const tones = column.options === undefined ? undefined : BY_ENUMERATION[column.options];
    return tones && (tones[String(value)] ?? 'gray');
  }
  if (column.kind !== 'status') return undefined;
  if (typeof value !== 'object' || value === null) return 'gray';
  const status = value as Record<string, unknown>;
  // As an opportunity that is lost: green would say that the document succeeded.
  if ([status.title, status.name].some((name) => typeof name === 'string' && isFailed(name))) return 'gray';
  if ('link_status' in status)
    return BY_PROGRESS[progressOf(typeof status.title === 'string' ? status.title : null)];
  if (status.is_ending === 1) return 'green';
  if (status.need_review === 1) return 'yellow';
  if (status.is_beginning === 1) return 'gray';
  if (column.key === 'inbound_status_info')
    return BY_ENUMERATION.inboundStatus?.[String(status.id)] ?? 'green';
  if (column.key === 'payment_status_info') return String(status.id) === '1' ? 'yellow' : 'green';
  return 'blue';
};
