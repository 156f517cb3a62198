/** Put before a command, these make the app's user run it. */
export declare const asAppUser: readonly string[];
/** Has the core run in a Node of its own; `workers` is the folder with `core-worker.js`. */
export declare const putRelayInto: (workers: string) => void;
