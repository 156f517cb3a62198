/** What other features may use of this one. */
import { later } from '../../ui/later';

export const RecordPanel = later(async () => (await import('./record-panel')).RecordPanel);
