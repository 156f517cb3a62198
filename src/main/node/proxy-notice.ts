/**
 * The notice "can read, cannot send" about a proxy whose sign-in we do not support. It is shown when a proxy begins to
 * require the sign-in and removed when a connection succeeds. In between it is shown only once: a dismissed notice does
 * not return although every further attempt meets the same proxy.
 */
import type { AppState } from '#shared/contract/accounts';

const PROXY_NOTICE = 'proxy-sign-in';

/** The part of the core's accounts that keeps notices. */
export interface NoticeKeeper {
  state(): Pick<AppState, 'notices'>;
  notice(code: string, detail: string): void;
  dismissNotice(code: string): unknown;
}

/** Returns the listener of a connector (`onProxySignIn`). */
export const createProxyNotice = (keeper: () => NoticeKeeper): ((needed: boolean) => void) => {
  let wasNeeded = false;
  return (needed) => {
    if (needed === wasNeeded) return;
    wasNeeded = needed;
    if (needed) return keeper().notice(PROXY_NOTICE, '407');
    const shown = keeper()
      .state()
      .notices.some(({ code }) => code === PROXY_NOTICE);
    if (shown) keeper().dismissNotice(PROXY_NOTICE);
  };
};
