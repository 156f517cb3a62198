/**
 * Settings that the user changed and the core has not answered yet. A state of the app that arrives meanwhile is
 * older than the change, so the window shows it with the change.
 */
import type { AppState } from '#shared/contract/accounts';
import { core } from './client';

type Settings = AppState['settings'];

/** In the order of the changes. */
const unanswered = new Set<Settings>();

/** The state with the changes that it does not contain yet. */
export const withUnanswered = (state: AppState): AppState =>
  unanswered.size === 0
    ? state
    : { ...state, settings: Object.assign({}, state.settings, ...unanswered) as Settings };

/** Stores the settings; returns the state of the core after it. Rejects as the core does. */
export const storeSettings = async (settings: Settings): Promise<AppState> => {
  unanswered.add(settings);
  try {
    return await core.accounts.setSettings(settings);
  } finally {
    unanswered.delete(settings);
  }
};
