/** The parts of this feature that other features may use. */
export { Loading, mineBy, useWhose, WhoseSwitch } from './today-parts';
