/**
 * The pure functions and small readers of the outbox as one table. A test can replace one to see that its
 * check can fail.
 */
import { isMoney, isReplaySafe, mayLandAsDraft } from '#shared/domain/intent-rules';
import { backoffDelayMs, waitCauseOf } from './delivery/backoff';
import { buildRequest, resolveRefs } from './delivery/build-request';
import { classifyPush } from './delivery/classify-push';
import { matchChildren } from './compare/compare-sent';
import { fingerprintOf } from './compare/fingerprint';
import { foldBases, foldCommands } from './edits/fold-edit';
import { judgeCreate, judgeEdit } from './doubt/judge-doubt';
import { applyLaterEdits, outdatedConflicts } from './edits/later-edits';
import { mergeEdit } from './edits/merge-edit';
import { asRescued } from './journal/as-rescued';
import { scanWindow } from './doubt/scan-window';
import { nextState } from './state-machine';

export const outboxParts = {
  nextState,
  isMoney,
  isReplaySafe,
  mayLandAsDraft,
  backoffDelayMs,
  waitCauseOf,
  buildRequest,
  resolveRefs,
  classifyPush,
  matchChildren,
  fingerprintOf,
  foldCommands,
  foldBases,
  judgeCreate,
  judgeEdit,
  applyLaterEdits,
  outdatedConflicts,
  mergeEdit,
  scanWindow,
  asRescued,
};
export type OutboxParts = typeof outboxParts;
