/** Decides whether trouble with one request concerns all requests to the service. */
import type { Trouble } from '../../api/classify-read';

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
