/** Each TypeScript file below `folder`, by its path with `/`, and the files there that it imports. */
export declare const readImports: (folder: string) => Map<string, string[]>;
/** Groups of files that import each other in a circle. */
export declare const circlesIn: (imports: ReadonlyMap<string, readonly string[]>) => string[][];
/** Every import in a wrong direction and every circle below `folder`, in words; empty where all is well. */
export declare const importProblems: (folder: string) => string[];
