/**
 * How far along a document is, read from the name that the service gives its state. The codes beside the
 * names are the service's own and differ from one to the next (0 and 1 here, 10 to 60 there), so they decide
 * nothing.
 */
export type Progress = 'waiting' | 'partly' | 'done' | 'unknown';

const PARTLY = /^(?:部分|partly|partial|in part)/i;
/** `未完成` and `not shipped` hold the words of the finished state: what negates comes first. */
const WAITING =
  /^(?:未|待|草稿|新建|进行|处理|open|not\b|un|new|draft|pending|to\b|wait|in progress|processing)/i;
const DONE =
  /^(?:已|全部|完成|完结|结束|关闭|取消|作废|终止|赢单|输单|shipped|stocked|done|completed?|finished|closed|cancell?ed|void|ended|won|lost|fully)/i;

/** `unknown` for a name that says none of these, and for none. */
export const progressOf = (name: string | null | undefined): Progress => {
  const text = name?.trim() ?? '';
  if (PARTLY.test(text)) return 'partly';
  if (WAITING.test(text)) return 'waiting';
  return DONE.test(text) ? 'done' : 'unknown';
};
