import { FullDocumentsSettings } from './full-documents-settings';
import { RequestSettings } from './request-settings';
import { SendingSettings } from './sending-settings';
import { ProtectionSettings } from './protection-settings';
import { StorageSettings } from './storage-settings';
import { SyncHistory } from './sync-history';

/** The settings and state of the local copy: its content, its age, and its history. */
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
