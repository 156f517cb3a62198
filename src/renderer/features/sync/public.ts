/** What other features may use of this one. */
export { SyncProgress, syncShare } from './sync-progress';
