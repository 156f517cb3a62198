/** What other features may use of this one. */
export { SyncProgress } from './sync-progress';
