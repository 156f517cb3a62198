/** A form as it was opened: what it is about, and what it showed first. */
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import type { AskedFields } from '../fields/asked-fields';
import type { Caution } from '../opening/caution';
import type { EmptiedValues } from '../values/emptied-values';
import type { FormValues } from '../values/form-values';

export interface OpenForm {
  /** The account that the form belongs to; null if it is not known. */
  accountId: string | null;
  kind: IntentKind;
  target: string | null;
  /** The item in the outbox whose command is being edited, its current command and its version. */
  intentId: string | null;
  earlier: Command | null;
  version: number | null;
  draftId: string;
  /** When the draft that the form was opened from was last written; null if there was none. */
  draftAt: number | null;
  base: Snapshot | null;
  /**
   * For the form of an item: the values of the record that it has shown, beside the item's own base. Null for other
   * forms.
   */
  seen?: Snapshot | null;
  /**
   * The values of the record or the item when the form was opened. Values that differ from them count as changed by the
   * user.
   */
  start: FormValues;
  /** What the form showed first: `start`, or the text of a draft. */
  values: FormValues;
  /** What the user emptied in the draft of a new record or of its item, also before the form was opened. */
  emptied?: EmptiedValues | undefined;
  /** True if the form was opened from a draft. */
  restored: boolean;
  caution: Caution | null;
  /**
   * Why the service refused the item, or why Satchel did not send it; null if neither happened. `field` is a wire name.
   * `why` is the key of Satchel's own reason under `outbox.why`; `message` is then the value of the field in the CRM.
   * If `why` is null, `message` is that of the service.
   */
  refusal: { why: string | null; message: string; field: string | null } | null;
  /** True if the contacts or lines of the record are known on this computer. */
  hasChildren: boolean;
  /** Fields outside the contract that this service needs. */
  asked: AskedFields;
}
/** The item's part of a form that belongs to no item of the outbox. */
export const NO_ITEM = { intentId: null, earlier: null, version: null, refusal: null } as const;
/** Passed with every call, so that nothing of this form is saved into another account that is open by now. */
export const accountOf = ({ accountId }: Pick<OpenForm, 'accountId'>): { accountId?: string } =>
  accountId === null ? {} : { accountId };
