/** The parts of this feature that other features may use. */
export { mineBy, NotRead, useWhose, WhoseSwitch } from './today-parts';
