/**
 * Links from outside: `satchel://open/<resource>/<id>` opens a view, and that is all a link can do. Any
 * program and any web page may make one, so what is not exactly this is dropped.
 */
import { recordLinkSchema, type RecordLink } from '#shared/contract/shell';

export const LINK_SCHEME = 'satchel';
const LONGEST = 200;
const LINK = /^satchel:\/\/open\/([A-Za-z]{1,30})\/(\d{1,20})\/?$/;

/** The record a link names; null for everything that is not such a link to the letter. */
export const parseDeepLink = (text: string): RecordLink | null => {
  const found = text.length <= LONGEST ? LINK.exec(text) : null;
  const parsed = recordLinkSchema.safeParse({ resource: found?.[1], id: found?.[2] });
  return parsed.success ? parsed.data : null;
};

/** The link among the arguments of a start, where Windows and Linux put it; the last one wins. */
export const linkIn = (args: readonly string[]): RecordLink | null =>
  args.map(parseDeepLink).findLast((link) => link !== null) ?? null;
