/**
 * Tells a captive portal from a path that something in front of the service refuses with a web page. A portal lets no
 * read through. So a path is blocked if it gets a page although the service answers others, before and after.
 *
 * If a path that is not blocked gets a page, a portal may have begun, and no path counts as blocked any more.
 */
export interface BlockedPaths {
  /** The service answered a read of this path. */
  answered(path: string): void;
  /**
   * A read of this path got a web page. Returns true if only this path is blocked. `isAnswering`: the service answered
   * another read while this one was under way.
   */
  gotPage(path: string, isAnswering: boolean): boolean;
}

export const createBlockedPaths = (): BlockedPaths => {
  let answers = 0;
  /** The number of answers when a path first got a page since its own last answer. */
  const pageAt = new Map<string, number>();
  const blocked = new Set<string>();
  return {
    answered: (path) => {
      answers += 1;
      pageAt.delete(path);
      blocked.delete(path);
    },
    gotPage: (path, isAnswering) => {
      const before = pageAt.get(path) ?? answers;
      pageAt.set(path, before);
      if (isAnswering || answers > before) blocked.add(path);
      if (!blocked.has(path)) blocked.clear();
      return blocked.has(path);
    },
  };
};
