/** What the trouble of one request means: whether it concerns all requests, and whether a right is missing. */
import { mayBeProxy, type Trouble } from '../../api/classify-read';

/** The words of a refusal of something that this account may not read. Other refusals may be temporary. */
const NO_PRIVILEGE = /privilege|permission|权限/i;

/** Returns true if the service refused in words that say that this account may not read it. */
export const saysNoPrivilege = (trouble: Trouble): boolean =>
  trouble.kind === 'refused' && NO_PRIVILEGE.test(trouble.message);

/** Returns true if the service itself says that this account, or its token, may not read it. */
export const isNotPermitted = (trouble: Trouble): boolean =>
  (trouble.kind === 'forbidden' && !mayBeProxy(trouble)) || saysNoPrivilege(trouble);

/** Returns true if other requests would fail too: unreachable, signed out, or rate-limited. */
export const endsRound = (trouble: Trouble): boolean => {
  switch (trouble.kind) {
    case 'offline':
    case 'captive-portal':
    case 'unauthorized':
    case 'oauth-error':
    case 'rate-limited':
      return true;
    case 'refused':
    case 'forbidden':
    case 'server-error':
    case 'not-offered':
    case 'unanswered':
    case 'bad-answer':
      return false;
  }
};
