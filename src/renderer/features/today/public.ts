/** The parts of this feature that other features may use. */
export { mineBy, useWhose, WhoseSwitch } from './today-parts';
