/** Parts of a list that its first rows do without. */
import { later } from '../../ui/later';

export const RecordPanel = later(async () => (await import('./panel/record-panel')).RecordPanel);
/** Brings the calendar along. */
export const FilterEditor = later(async () => (await import('./filter-editor')).FilterEditor);
export const preloadListParts = (): Promise<unknown> =>
  Promise.all([RecordPanel.preload(), FilterEditor.preload()]);
