/** The editor of one filter, fetched when it is wanted: it brings the calendar along. */
import { later } from '../../ui/later';

export const FilterEditor = later(async () => (await import('./filter-editor')).FilterEditor);
