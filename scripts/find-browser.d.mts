/** Path of a Chromium for the end-to-end tests, or null. */
export declare const findBrowser: (options?: { mayInstall?: boolean }) => Promise<string | null>;
