/**
 * The messages that the user sees until they are dismissed or no longer true. One that is about an account is shown
 * only while that account is open or locked. They are not stored. A fact that has to be shown again after a restart is
 * stored at its source, for example in the outbox.
 */
import type { AppState } from '#shared/contract/accounts';

/** The account that a message is about; null: it is shown whichever account is open. */
type About = string | null;

export interface Notices {
  /** Replaces an earlier message with the same code about the same account. */
  set(code: string, detail: string, about: About): void;
  /** Removes a notice that is no longer true. Returns false if there was none. */
  delete(code: string, about: About): boolean;
  /** What is shown while the window shows this account; null if it shows none. */
  shown(shownId: About): AppState['notices'];
  /** Deletes what is shown with this code. */
  dismiss(code: string, shownId: About): void;
}

export const createNotices = (): Notices => {
  let all: { code: string; detail: string; about: About }[] = [];
  const isOf = (code: string, about: About) => (one: { code: string; about: About }) =>
    one.code === code && one.about === about;
  const remove = (code: string, about: About): boolean => {
    const before = all.length;
    all = all.filter((one) => !isOf(code, about)(one));
    return all.length < before;
  };
  return {
    set: (code, detail, about) => {
      const held = all.find(isOf(code, about));
      if (held) held.detail = detail;
      else all.push({ code, detail, about });
    },
    delete: remove,
    shown: (shownId) =>
      all
        .filter(({ about }) => about === null || about === shownId)
        .map(({ code, detail }) => ({ code, detail })),
    dismiss: (code, shownId) => {
      remove(code, null);
      if (shownId !== null) remove(code, shownId);
    },
  };
};
