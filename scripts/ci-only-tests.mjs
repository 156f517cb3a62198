/**
 * Test files that only `npm run test:thorough` runs (part of `.ci/run` and of the workflows), so that `npm test`
 * stays within ten minutes on two slow cores. They take long, and repeat on the whole app what shorter tests check
 * of its parts: the ten jobs and the shell, which the real Electron does too, the accessibility checker on every
 * screen, what a screen reader is told, keys in every picker and every layer, keys that are faster than answers,
 * items in doubt and their attempts, two windows, answers that come late or not at all, faults of every request of
 * a sync, texts and lists that load late, menus, documents and controls in the browser, and programs that are
 * killed or fed with hostile input and answers again and again. SATCHEL_THOROUGH=1 includes them.
 *
 * The fast case in `npm test` of the last ones: `killed` has `sync/killed-once`; `encrypt-killed` and
 * `encrypted-outbox-killed` have `encrypt-database` ("killed before or after any step") and `encryption-killed`;
 * `crash` has the simulations; `hostile-answers` has `answer-bounds`, `bounded-body` and `transport`;
 * `hostile-input` has `serve-frames` and `secrets-not-written`; `unheard-errors` has `hostile-sockets`; `save-once`
 * has `form-sheet-presses` and `typed-while-saved`.
 */
export const CI_ONLY = [
  'test/e2e/access.test.ts',
  'test/e2e/account-menu.test.ts',
  'test/e2e/announced.test.ts',
  'test/e2e/delivered-meanwhile.test.ts',
  'test/e2e/documents.test.ts',
  'test/e2e/faster-than-answers.test.ts',
  'test/e2e/form-controls.test.ts',
  'test/e2e/form-fault.test.ts',
  'test/e2e/late-lists.test.ts',
  'test/e2e/later-parts.test.ts',
  'test/e2e/layers.test.ts',
  'test/e2e/live-service.test.ts',
  'test/e2e/locked.test.ts',
  'test/e2e/overlay.test.ts',
  'test/e2e/picker-keys.test.ts',
  'test/e2e/print-list.test.ts',
  'test/e2e/save-once.test.ts',
  'test/e2e/seen-by-keys.test.ts',
  'test/e2e/settings-answers.test.ts',
  'test/e2e/settings-failures.test.ts',
  'test/e2e/sign-in-answer.test.ts',
  'test/e2e/two-windows.test.ts',
  'test/e2e/walkthroughs.test.ts',
  'test/integration/diagnostics/refetch.test.ts',
  'test/integration/node/encrypt-killed.test.ts',
  'test/integration/node/hostile-answers.test.ts',
  'test/integration/outbox/crash.test.ts',
  'test/integration/outbox/encrypted-outbox-killed.test.ts',
  'test/integration/screens/attempts-of-lines.test.ts',
  'test/integration/screens/contacts-added-by-an-attempt.test.ts',
  'test/integration/screens/contacts-of-leads-in-doubt.test.ts',
  'test/integration/screens/corrections-of-items-in-doubt.test.ts',
  'test/integration/screens/custom-fields-of-colleagues.test.ts',
  'test/integration/screens/forms-of-items-in-doubt.test.ts',
  'test/integration/screens/forms-of-one-item.test.ts',
  'test/integration/screens/invoice-edited-again.test.ts',
  'test/integration/screens/items-in-doubt.test.ts',
  'test/integration/screens/later-edit-of-a-refused-item.test.ts',
  'test/integration/screens/lines-added-by-an-attempt.test.ts',
  'test/integration/screens/several-attempts.test.ts',
  'test/integration/screens/unproved-edits.test.ts',
  'test/integration/scripts/electron-binary.test.ts',
  'test/integration/shell/electron-shell.test.ts',
  'test/integration/shell/hostile-input.test.ts',
  'test/integration/shell/unheard-errors.test.ts',
  'test/integration/sync/faults.test.ts',
  'test/integration/sync/killed.test.ts',
  'test/integration/sync/moving-service.test.ts',
];
