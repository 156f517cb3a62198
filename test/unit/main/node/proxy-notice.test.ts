import { describe, expect, it } from 'vitest';
import { createProxyNotice } from '../../../../src/main/node/proxy-notice';

/** Keeps notices as the core does, and counts how often one is set. */
const desk = () => {
  const notices = new Map<string, string>();
  const told: string[] = [];
  const keeper = {
    state: () => ({ notices: [...notices].map(([code, detail]) => ({ code, detail })) }),
    notice: (code: string, detail: string) => {
      told.push(code);
      notices.set(code, detail);
    },
    dismissNotice: (code: string) => notices.delete(code),
  };
  return { told, keeper, heard: createProxyNotice(() => keeper), shown: () => [...notices.keys()] };
};

describe('the notice about a proxy that requires a sign-in', () => {
  it('is shown as long as it is true', () => {
    const { heard, shown, told } = desk();
    heard(false);
    expect(shown()).toEqual([]);
    heard(true);
    heard(true);
    expect([shown(), told.length]).toEqual([['proxy-sign-in'], 1]);
    heard(false);
    expect(shown()).toEqual([]);
  });

  it('stays dismissed while the proxy keeps refusing, and comes again after a connection', () => {
    const { heard, shown, keeper } = desk();
    heard(true);
    keeper.dismissNotice('proxy-sign-in');
    heard(true);
    expect(shown()).toEqual([]);
    heard(false);
    heard(true);
    expect(shown()).toEqual(['proxy-sign-in']);
  });
});
