/** The parts of this feature that other features may use. */
export { default as listCss } from './list.module.css';
export { RecordsScreen } from './records-screen';
