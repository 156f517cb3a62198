/** Each TypeScript file below `folder`, by its path with `/`, and the files below it that it imports. */
export declare const readImports: (folder: string) => Map<string, string[]>;
/** Groups of files that import each other in a circle. */
export declare const circlesIn: (imports: ReadonlyMap<string, readonly string[]>) => string[][];
/** Describes every import in a wrong direction and every circle below `folder`; empty if there are none. */
export declare const importProblems: (folder: string) => string[];
