/** Which troubles concern the whole service, and which only the request at hand. */
import type { Trouble } from '../api/classify-read';

/** Unreachable, signed out, or told to wait: no other request would fare better now. */
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
    case 'bad-answer':
      return false;
  }
};
