/**
 * The pure functions and small readers the outbox is made of, as one table: what a test may wrap to see that
 * its check can fail.
 */
import { isMoney, isReplaySafe, mayLandAsDraft } from '#shared/domain/intent-rules';
import { backoffDelayMs, waitCauseOf } from './backoff';
import { buildRequest, resolveRefs } from './build-request';
import { classifyPush } from './classify-push';
import { matchChildren } from './compare-sent';
import { fingerprintOf } from './fingerprint';
import { foldBases, foldCommands } from './fold-edit';
import { judgeCreate, judgeEdit } from './judge-doubt';
import { withLaterWords } from './later-words';
import { mergeEdit } from './merge-edit';
import { asRescued } from './recover-from-journal';
import { scanWindow } from './scan-window';
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
  withLaterWords,
  mergeEdit,
  scanWindow,
  asRescued,
};
export type OutboxParts = typeof outboxParts;
