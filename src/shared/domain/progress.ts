/**
 * The progress of a document, from the name of its state. The codes differ between services (0 and 1, or 10
 * to 60), so they are not used.
 */
export type Progress = 'waiting' | 'partly' | 'done' | 'unknown';

const PARTLY = /^(?:部分|partly|partial|in part)/i;
/** `未完成` and `not shipped` contain the words of the finished state, so negations are checked first. */
const WAITING =
  /^(?:未|待|草稿|新建|进行|处理|open|not\b|un|new|draft|pending|to\b|wait|in progress|processing)/i;
const DONE =
  /^(?:已|全部|完成|完结|结束|关闭|取消|作废|终止|赢单|输单|shipped|stocked|done|completed?|finished|closed|cancell?ed|void|ended|won|lost|fully)/i;

/** `unknown` for another name, or without a name. */
export const progressOf = (name: string | null | undefined): Progress => {
  const text = name?.trim() ?? '';
  if (PARTLY.test(text)) return 'partly';
  if (WAITING.test(text)) return 'waiting';
  return DONE.test(text) ? 'done' : 'unknown';
};

const FAILED =
  /^(?:已?(?:取消|作废|终止|丢单|输单|失败|拒绝)|cancell?ed|void|lost|closed lost|rejected|declined|expired|failed)/i;

/** Returns true for the name of a state in which a document ended without success. */
export const isFailed = (name: string | null | undefined): boolean => FAILED.test(name?.trim() ?? '');
