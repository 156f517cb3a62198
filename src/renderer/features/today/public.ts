/** What other features may use of this one. */
export { goToFiltered, Loading, mineBy } from './today-parts';
