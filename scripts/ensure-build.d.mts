/** The root of the repository, without a slash at its end. */
export declare const root: string;
/** Builds if a source is newer than the last build. Throws with the output of the build if it fails. */
export declare const ensureBuilt: () => Promise<void>;
