/** What other features may use of this one. */
export { default as listCss } from './list.module.css';
export { RecordsScreen } from './records-screen';
