/** What other features use of Today. */
export { goToFiltered, Loading, mineBy } from './today-parts';
