/** The parts of this feature that other features may use. */
import { later } from '../../ui/later';

export const RecordPanel = later(async () => (await import('./record-panel')).RecordPanel);
