/** What other features may use of this one. */
import { later } from '../../ui/later';

export const SyncProgress = later(async () => (await import('./sync-progress')).SyncProgress);
