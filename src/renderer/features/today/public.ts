/** The parts of this feature that other features may use. */
export { goToFiltered, Loading, mineBy, useWhose, WhoseSwitch } from './today-parts';
