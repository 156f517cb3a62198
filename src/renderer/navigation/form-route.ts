/**
 * The open form, stored in the address's hash beside the screen (`form=company~draft:…&about=order~12`), so
 * that a reload or a restart reopens it with its draft.
 */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import { setParams } from './router';
import { type About, readAbout } from './about-here';

export type FormRef =
  | { kind: IntentKind; mode: 'new'; draftId: string; about: About | null }
  | { kind: IntentKind; mode: 'edit'; target: string }
  | { kind: IntentKind; mode: 'intent'; intentId: string };

export const readForm = (params: Readonly<Record<string, string>>): FormRef | null => {
  const [name, token] = params.form?.split('~', 2) ?? [];
  const kind = INTENT_KINDS.find((known) => known === name);
  if (kind === undefined || token === undefined || token === '') return null;
  if (token.startsWith('draft:'))
    return { kind, mode: 'new', draftId: token, about: readAbout(params.about) };
  if (token.startsWith('intent:')) return { kind, mode: 'intent', intentId: token.slice('intent:'.length) };
  return { kind, mode: 'edit', target: token };
};

export const newDraftId = (): string => `draft:${crypto.randomUUID()}`;

export const openNew = (kind: IntentKind, about: About | null = null): void =>
  setParams({
    form: `${kind}~${newDraftId()}`,
    about: about === null ? undefined : `${about.resource}~${about.id}`,
  });
/** Edits a record by its service id or local reference; an existing draft of it is opened. */
export const openEdit = (kind: IntentKind, target: string): void =>
  setParams({ form: `${kind}~${target}`, about: undefined });
/** Edits an item of the outbox; a refusal is shown at the field that it names. */
export const openIntent = (kind: IntentKind, intentId: string): void =>
  setParams({ form: `${kind}~intent:${intentId}`, about: undefined });
export const openDraft = (draft: { id: string; kind: IntentKind }): void =>
  setParams({ form: `${draft.kind}~${draft.id}`, about: undefined });
export const closeForm = (): void => setParams({ form: undefined, about: undefined });
