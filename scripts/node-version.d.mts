type Versions = Readonly<Record<string, string | undefined>>;
/** Returns true if a Node with these `versions` loads SQLite and everything else that Satchel uses. */
export declare const isNewEnough: (versions: Versions) => boolean;
/** Path of the Node that npm installed for this system and processor, or null. */
export declare const findNpmsNode: (
  system?: { platform: string; arch: string },
  folder?: string,
) => string | null;
/** The message to the user if Node is too old. */
export declare const tooOld: (versions: Versions) => string;
