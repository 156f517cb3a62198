/**
 * Test files that only CI runs (`npm run test:thorough`), because they take long: the ten jobs, which the real
 * Electron does too, the accessibility checker on every screen, and the copy by a process that is killed. `npm test` leaves them out;
 * SATCHEL_THOROUGH=1 includes them.
 */
export const CI_ONLY = [
  'test/e2e/walkthroughs.test.ts',
  'test/e2e/access.test.ts',
  'test/integration/sync/killed.test.ts',
];
