/**
 * Finds a custom field of a record that somebody else changed after the user saw it. Services return a custom value as
 * text, number or list, and their types are not in the contract, so values are compared as texts. Pure.
 */
import type { Command, CustomFields, Snapshot } from '#shared/domain/intent';
import { plainText } from '#shared/domain/plain-text';
import { canonical } from './canonical';

/** The reason for an edit that waits for the user: somebody else changed a custom field that it sets. */
export const CUSTOM_CHANGED = 'custom-changed';
/** A note on an item: the user has sent it again after that. */
export const CUSTOM_ANYWAY = 'custom-anyway';

/** A custom field that somebody else changed, with its present value, shortened. */
export interface CustomChange {
  field: string;
  theirs: string;
}

/** For a sentence on the screen. */
const LONGEST = 120;
const shortened = (value: string): string => {
  const letters = [...value];
  return letters.length <= LONGEST ? value : `${letters.slice(0, LONGEST).join('')}…`;
};

/** Several choices in any order; `2026-11-20` and `2026-11-20 00:00:00`; `5` and `5.00`. */
const formOf = (value: string | string[]): string => {
  const parts = (Array.isArray(value) ? value : plainText(value).split(/[,;\n]/))
    .map((part) => part.trim().replace(/ 00:00:00$/, ''))
    .filter((part) => part !== '')
    .map((part) => (/^-?\d+\.\d+$/.test(part) ? canonical('decimal', part) : part));
  return parts.toSorted().join('\n');
};

/**
 * Returns a custom field that somebody else changed and that `command` would overwrite; null if there is none. `own`:
 * what own edits may have written to a field. `agreed`: the values that the user has agreed to replace. Two kinds of
 * fields are not compared: fields that the record does not show now, and fields that the user filled in before the
 * service had the record.
 */
export const customChangedByOthers = (
  command: Pick<Command, 'custom'>,
  base: Pick<Snapshot, 'custom' | 'readAt'> | null,
  theirs: Pick<Snapshot, 'custom'>,
  { own, agreed }: { own: (id: string) => CustomFields[string][]; agreed: readonly CustomChange[] },
): CustomChange | null => {
  if (base === null || !theirs.custom) return null;
  for (const [id, mine] of Object.entries(command.custom ?? {})) {
    const [seen, now] = [base.custom?.[id], theirs.custom[id]];
    if (now === undefined || (seen === undefined && base.readAt === null)) continue;
    const isKnown = [mine, seen ?? '', ...own(id)].some((value) => formOf(value) === formOf(now));
    if (isKnown) continue;
    const shown = shortened(Array.isArray(now) ? now.join(', ') : plainText(now));
    if (!agreed.some((one) => one.field === id && one.theirs === shown)) return { field: id, theirs: shown };
  }
  return null;
};
