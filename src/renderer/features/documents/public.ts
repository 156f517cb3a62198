/** The parts of this feature that other features may use. */
import { later } from '../../ui/later';

export { ListFileMenu, preloadFileMenu } from './list-file-menu';
export const ExportDialog = later(async () => (await import('./export-dialog')).ExportDialog);
