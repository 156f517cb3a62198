/** What opening a form leads to: the form, or the reason why there is none. */
import type { OpenForm } from '../session/opened-form';

/** The account is set once for all ways of opening a form. */
export type Found = Omit<OpenForm, 'accountId'>;
export type NotFound = { ok: false; why: 'gone' | 'discarded' | 'delivered' };
export type SessionResult = { ok: true; form: OpenForm } | NotFound;
export type Session = { ok: true; form: Found } | NotFound;
