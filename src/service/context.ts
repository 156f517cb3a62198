/** What every route gets: the store, the clock, the quirks. One per service. */
import type { Quirks } from './quirks';
import type { RecordStore } from './store/record-store';
import { serverTime } from './server-time';
import type { TokenBook } from './auth/token-book';

/** The bundled service's own choices, only the contract, or the live service's forms. */
export type Profile = 'full' | 'contract' | 'live';

export interface ServiceContext {
  store: RecordStore;
  tokens: TokenBook;
  clock: () => number;
  random: () => number;
  profile: Profile;
  quirks: Quirks;
  /** Which endpoints require the header: all, or those that the contract declares (E2, E8, E10). */
  authRequired: 'all' | 'declared';
}

export const nowOf = (context: ServiceContext): string => serverTime(context.clock());
