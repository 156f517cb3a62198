/**
 * Test files that only `npm run test:thorough` runs (part of `.ci/run`), so that `npm test` stays within ten
 * minutes on two slow cores. They take long, and repeat on the whole app what shorter tests check of its
 * parts: the ten jobs and the shell, which the real Electron does too, the accessibility checker on every
 * screen, keys in every picker, keys that are faster than answers, items in doubt and their attempts, two
 * windows, settings that cannot be saved, texts and lists that load late, menus, documents and controls in the
 * browser, and programs that are killed or fed with hostile answers again and again. SATCHEL_THOROUGH=1
 * includes them.
 */
export const CI_ONLY = [
  'test/e2e/access.test.ts',
  'test/e2e/account-menu.test.ts',
  'test/e2e/documents.test.ts',
  'test/e2e/faster-than-answers.test.ts',
  'test/e2e/form-controls.test.ts',
  'test/e2e/form-fault.test.ts',
  'test/e2e/late-lists.test.ts',
  'test/e2e/later-parts.test.ts',
  'test/e2e/live-service.test.ts',
  'test/e2e/locked.test.ts',
  'test/e2e/picker-keys.test.ts',
  'test/e2e/print-list.test.ts',
  'test/e2e/settings-failures.test.ts',
  'test/e2e/two-windows.test.ts',
  'test/e2e/walkthroughs.test.ts',
  'test/integration/node/hostile-answers.test.ts',
  'test/integration/outbox/encrypted-outbox-killed.test.ts',
  'test/integration/screens/attempts-of-lines.test.ts',
  'test/integration/screens/corrections-of-items-in-doubt.test.ts',
  'test/integration/screens/forms-of-items-in-doubt.test.ts',
  'test/integration/screens/several-attempts.test.ts',
  'test/integration/screens/unproved-edits.test.ts',
  'test/integration/shell/electron-shell.test.ts',
  'test/integration/shell/unheard-errors.test.ts',
  'test/integration/sync/killed.test.ts',
];
