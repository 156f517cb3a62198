/** Put before a command, these make the app's user run it. */
export declare const asAppUser: readonly string[];
/**
 * Packs the built app around the staged binary, and returns the executable; `asShipped` leaves the tests'
 * relay away.
 */
export declare const packApp: (stage: string, options?: { asShipped?: boolean }) => string;
