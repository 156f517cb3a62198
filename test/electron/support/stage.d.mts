/** Put before a command, these make the app's user run it. */
export declare const asAppUser: readonly string[];
/** Packs the built app around the staged binary, and returns the executable. */
export declare const packApp: (stage: string) => string;
