/** The repository's root, without a slash at its end. */
export declare const root: string;
/** Builds if a source is newer than the last build. Throws with the build's own output when it fails. */
export declare const ensureBuilt: () => Promise<void>;
