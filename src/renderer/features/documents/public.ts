/** What other features may use of this one. */
import { later } from '../../ui/later';

export { ListFileMenu, preloadFileMenu } from './list-file-menu';
export const ExportDialog = later(async () => (await import('./export-dialog')).ExportDialog);
