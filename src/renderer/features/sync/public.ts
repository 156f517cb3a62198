/** The parts of this feature that other features may use. */
export { SyncProgress } from './sync-progress';
