/** The window's line to the core, and what it tells the core about its use. */
import { describe, expect, it, vi } from 'vitest';
import { tellAttention } from '../../../src/renderer/client/attention';
import { core, useConnection } from '../../../src/renderer/client/client';
import { windowOver } from '../../support/renderer/window-over';

const never = (): Promise<never> => new Promise(() => undefined);

describe('the line to the core', () => {
  it('rejects a pending call when the core restarts, and the next call reaches the new core', async () => {
    let calls = 0;
    const desk = windowOver({ sync: { state: () => (++calls === 1 ? never() : { waiting: calls }) } });
    const { epoch } = useConnection.getState();
    const pending = core.sync.state();
    await vi.waitFor(() => expect(calls).toBe(1), 10_000);
    desk.restart();
    await expect(pending).rejects.toThrow();
    expect(useConnection.getState()).toEqual({ connected: true, epoch: epoch + 1 });
    await expect(core.sync.state()).resolves.toEqual({ waiting: 2 });
    desk.restart();
    await expect(core.sync.state()).resolves.toEqual({ waiting: 3 });
  });
});

describe('[PL24] the use of a window', () => {
  /** A window in front, with the focus and a clock moved by hand. */
  const inUse = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    const told: boolean[] = [];
    const hearing = new Map<string, () => void>();
    const addEventListener = (name: string, listener: () => void): void => void hearing.set(name, listener);
    const page = { visibilityState: 'visible', focus: true };
    const document = {
      get visibilityState() {
        return page.visibilityState;
      },
      hasFocus: () => page.focus,
      addEventListener,
    };
    const attend = (input: { inUse: boolean }) => void told.push(input.inUse);
    windowOver({ sync: { attend: (input: never) => (attend(input), {}) } }, { addEventListener }, document);
    tellAttention();
    const settle = async (): Promise<boolean[]> => {
      for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
      return told.splice(0);
    };
    return {
      page,
      settle,
      happen: (name: string) => hearing.get(name)?.(),
      pass: (ms: number) => vi.advanceTimersByTime(ms),
      end: () => vi.useRealTimers(),
    };
  };
  const MINUTE = 60_000;

  it('is told at the start, again every minute, and not in between', async () => {
    const { settle, pass, end } = await inUse();
    expect(await settle()).toEqual([true]);
    pass(45_000);
    expect(await settle()).toEqual([]);
    pass(15_000);
    expect(await settle()).toEqual([true]);
    end();
  });

  it('ends when the window is hidden, and begins again when it is shown', async () => {
    const { page, settle, happen, end } = await inUse();
    await settle();
    page.visibilityState = 'hidden';
    happen('visibilitychange');
    expect(await settle()).toEqual([false]);
    happen('visibilitychange');
    expect(await settle()).toEqual([]);
    page.visibilityState = 'visible';
    happen('focus');
    expect(await settle()).toEqual([true]);
    end();
  });

  it('ends a minute after the last input without the focus, and with it after a quarter of an hour', async () => {
    const { page, settle, happen, pass, end } = await inUse();
    await settle();
    page.focus = false;
    pass(45_000);
    expect(await settle()).toEqual([]);
    pass(15_000);
    expect(await settle()).toEqual([false]);
    happen('keydown');
    expect(await settle()).toEqual([true]);
    page.focus = true;
    pass(14 * MINUTE);
    expect((await settle()).every(Boolean)).toBe(true);
    pass(MINUTE);
    expect((await settle()).at(-1)).toBe(false);
    end();
  });

  it('ends with the page', async () => {
    const { settle, happen, end } = await inUse();
    await settle();
    happen('pagehide');
    expect(await settle()).toEqual([false]);
    end();
  });
});
