/** Notices above every screen. Their code and their texts are loaded when there is one. */
import type { AppState } from '#shared/contract/accounts';
import { useOutboxSummary } from '../client/events';
import { later } from '../ui/later';

const NoticeList = later(async () => (await import('./notice-list')).NoticeList);
const DiskNoticeText = later(async () => (await import('./notice-list')).DiskNoticeText);

/**
 * What the user has to know about this installation, each until it is dismissed. Shown above every screen and
 * on the start page, because some notices are about an account that could not be opened.
 */
export const Notices = ({ app }: { app: AppState }) =>
  app.notices.length === 0 ? null : <NoticeList app={app} />;

/** Shown on every screen as long as the disk refuses writes. */
export const DiskNotice = () => {
  const storage = useOutboxSummary(({ summary }) => summary?.storage ?? null);
  return storage === null ? null : <DiskNoticeText storage={storage} />;
};
