/** What other features may use of this one. */
export { goToFiltered, Loading, mineBy, useWhose, WhoseSwitch } from './today-parts';
