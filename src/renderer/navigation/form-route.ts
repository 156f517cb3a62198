/**
 * The open form, stored in the hash of the address beside the screen (`form=company~draft:…&about=order~12`),
 * so that a reload or a restart reopens it with its draft. The draft is named by `form`, otherwise by
 * `draft`.
 */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import { currentRoute, dropParams, setParams } from './router';
import { type About, readAbout } from './about-here';

/**
 * `ownDraft`: the draft with which this window continued; another window may have another draft of the same
 * record.
 */
export type FormRef =
  | { kind: IntentKind; mode: 'new'; draftId: string; ownDraft: string | null; about: About | null }
  | { kind: IntentKind; mode: 'edit'; target: string; ownDraft: string | null }
  | { kind: IntentKind; mode: 'intent'; intentId: string };

export const readForm = (params: Readonly<Record<string, string>>): FormRef | null => {
  const [name, token] = params.form?.split('~', 2) ?? [];
  const kind = INTENT_KINDS.find((known) => known === name);
  if (kind === undefined || token === undefined || token === '') return null;
  const ownDraft = params.draft ?? null;
  if (token.startsWith('draft:'))
    return { kind, mode: 'new', draftId: token, ownDraft, about: readAbout(params.about) };
  if (token.startsWith('intent:')) return { kind, mode: 'intent', intentId: token.slice('intent:'.length) };
  return { kind, mode: 'edit', target: token, ownDraft };
};

export const newDraftId = (): string => `draft:${crypto.randomUUID()}`;

const NO_FORM = { form: undefined, about: undefined, draft: undefined };

export const openNew = (kind: IntentKind, about: About | null = null): void =>
  setParams({
    ...NO_FORM,
    form: `${kind}~${newDraftId()}`,
    about: about === null ? undefined : `${about.resource}~${about.id}`,
  });
/** Edits a record by its service id or local reference; an existing draft of it is opened. */
export const openEdit = (kind: IntentKind, target: string): void =>
  setParams({ ...NO_FORM, form: `${kind}~${target}` });
/** Edits an item of the outbox; a refusal is shown at the field that it names. */
export const openIntent = (kind: IntentKind, intentId: string): void =>
  setParams({ ...NO_FORM, form: `${kind}~intent:${intentId}` });
export const openDraft = (draft: { id: string; kind: IntentKind }): void =>
  setParams({ ...NO_FORM, form: `${draft.kind}~${draft.id}` });
/**
 * The open form continues with this draft, also after a reload. Does nothing if another form was opened
 * meanwhile.
 */
export const goOnWith = (form: string | undefined, draftId: string): void => {
  if (form === undefined || currentRoute().params.form !== form) return;
  if (!form.endsWith(`~${draftId}`)) setParams({ draft: draftId });
};
export const closeForm = (): void => setParams(NO_FORM);
/**
 * Closes this form of the address, which may have been answered after the user went to another screen or
 * opened another form.
 */
export const closeThisForm = (form: string | undefined): void => {
  if (form !== undefined) dropParams('form', form, Object.keys(NO_FORM));
};
