import type { SyncState } from '#shared/contract/sync';
import type { Popup } from '../../ui/popup';
import { PopupPanel } from '../../ui/popup-layers';
import { SyncProgress } from './sync-progress';

/** Opens above the status bar and shows how much of each kind of record is downloaded. */
export const SyncPanel = ({ popup, state }: { popup: Popup; state: SyncState }) => (
  <PopupPanel popup={popup} position="top-end" width={380} dropdown={{ p: 0 }}>
    <SyncProgress state={state} />
  </PopupPanel>
);
