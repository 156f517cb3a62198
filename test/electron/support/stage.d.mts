/** A command prefix that runs the command as the app's user. */
export declare const asAppUser: readonly string[];
/**
 * Packs the built app with the staged binary, and returns the executable. `asShipped` leaves out the relay of
 * the tests.
 */
export declare const packApp: (stage: string, options?: { asShipped?: boolean }) => string;
