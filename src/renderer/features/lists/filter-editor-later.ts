/** Loads the editor of a filter when it is needed, because it includes the calendar. */
import { later } from '../../ui/later';

export const FilterEditor = later(async () => (await import('./filter-editor')).FilterEditor);
