/** A form of a new record, as it is opened. */
import type { IntentKind } from '#shared/domain/intent';
import { NO_ITEM, type OpenForm } from '../../../src/renderer/forms/session/opened-form';
import type { FormValues } from '../../../src/renderer/forms/values/form-values';

export const newForm = (kind: IntentKind, start: FormValues, more: Partial<OpenForm> = {}): OpenForm => ({
  ...NO_ITEM,
  accountId: null,
  kind,
  target: null,
  draftId: 'draft:1',
  draftAt: null,
  base: null,
  start,
  values: start,
  restored: false,
  caution: null,
  hasChildren: true,
  asked: { lines: [], own: null, required: [], lists: [], numbers: [] },
  ...more,
});
