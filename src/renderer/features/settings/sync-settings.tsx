import { FullDocumentsSettings } from './full-documents-settings';
import { RequestSettings } from './request-settings';
import { SendingSettings } from './sending-settings';
import { ProtectionSettings } from './protection-settings';
import { StorageSettings } from './storage-settings';
import { SyncHistory } from './sync-history';

/** The local copy: what is held, how fresh it is, and how it came. */
export const SyncSettings = () => (
  <>
    <StorageSettings />
    <SendingSettings />
    <FullDocumentsSettings />
    <RequestSettings />
    <ProtectionSettings />
    <SyncHistory />
  </>
);
