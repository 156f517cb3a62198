/**
 * Links from outside. `satchel://open/<resource>/<id>` opens a view; a link can do nothing else. Any program
 * and any web page may create one, so every other form is ignored.
 */
import { recordLinkSchema, type RecordLink } from '#shared/contract/shell';

export const LINK_SCHEME = 'satchel';
const LONGEST = 200;
const LINK = /^satchel:\/\/open\/([A-Za-z]{1,30})\/(\d{1,20})\/?$/;

/** The record that a link names; null if the text is not exactly such a link. */
export const parseDeepLink = (text: string): RecordLink | null => {
  const found = text.length <= LONGEST ? LINK.exec(text) : null;
  const parsed = recordLinkSchema.safeParse({ resource: found?.[1], id: found?.[2] });
  return parsed.success ? parsed.data : null;
};

/** The link in the start arguments, where Windows and Linux put it; the last one wins. */
export const linkIn = (args: readonly string[]): RecordLink | null =>
  args.map(parseDeepLink).findLast((link) => link !== null) ?? null;
