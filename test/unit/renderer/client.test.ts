/** The connection of the window to the core, and what it tells the core about its use. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tellAttention } from '../../../src/renderer/client/attention';
import { useComputerZone } from '../../../src/renderer/client/computer-zone';
import { connectCore, core, useConnection } from '../../../src/renderer/client/client';
import { queryKeys } from '../../../src/renderer/client/query-keys';
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
    expect(useConnection.getState()).toMatchObject({ connected: true, epoch: epoch + 1 });
    await expect(core.sync.state()).resolves.toEqual({ waiting: 2 });
    desk.restart();
    await expect(core.sync.state()).resolves.toEqual({ waiting: 3 });
  });
});

it('has one listener for frames, however often the core restarts', () => {
  const frames = new Set<unknown>();
  const resets = new Set<() => void>();
  const hear = <L>(listeners: Set<L>, listener: L) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const satchel = {
    call: () => undefined,
    subscribe: (listener: unknown) => hear(frames, listener),
    onReset: (listener: () => void) => hear(resets, listener),
  };
  vi.stubGlobal('window', { satchel });
  onTestFinished(() => void vi.unstubAllGlobals());
  connectCore();
  for (let restart = 0; restart < 3; restart += 1) for (const reset of [...resets]) reset();
  expect([frames.size, resets.size]).toEqual([1, 1]);
});

describe('[PL24] the use of a window', () => {
  /** A window in front, with the focus and a clock moved by hand. */
  const inUse = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    const told: boolean[] = [];
    const shown: string[][] = [];
    const queries = new QueryClient();
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
    const zones: (string | undefined)[] = [];
    const attend = (input: { inUse: boolean; shows: string[]; timeZone?: string }): void => {
      told.push(input.inUse);
      zones.push(input.timeZone);
      shown.push(input.shows);
    };
    windowOver({ sync: { attend: (input: never) => (attend(input), {}) } }, { addEventListener }, document);
    tellAttention(queries.getQueryCache());
    const settle = async (): Promise<boolean[]> => {
      for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
      return told.splice(0);
    };
    return {
      page,
      queries,
      shown: () => shown.splice(0),
      zones: () => zones.splice(0),
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

  it('is told each minute, and ends at rest, also after the clock of the computer was set back', async () => {
    const { settle, pass, end } = await inUse();
    await settle();
    vi.setSystemTime(Date.now() - 3 * 60 * MINUTE);
    pass(MINUTE);
    expect(await settle()).toContain(true);
    pass(16 * MINUTE);
    expect((await settle()).at(-1)).toBe(false);
    end();
  });

  it('tells the time zone of the computer, and a new one at once, in use or not', async () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { page, settle, happen, pass, zones, end } = await inUse();
    await settle();
    // The windows of the tests before this one connect again too.
    expect([...new Set(zones())]).toEqual(['Asia/Shanghai']);
    page.visibilityState = 'hidden';
    happen('visibilitychange');
    await settle();
    zones();
    vi.stubEnv('TZ', 'Europe/Berlin');
    pass(15_000);
    expect(await settle()).toEqual([false]);
    expect(zones()).toEqual(['Europe/Berlin']);
    // Rows that are drawn already are drawn again with the hours of the new zone.
    expect(useComputerZone.getState().name).toBe('Europe/Berlin');
    pass(MINUTE);
    expect(await settle()).toEqual([]);
    end();
  });

  it('ends with the page', async () => {
    const { settle, happen, end } = await inUse();
    await settle();
    happen('pagehide');
    expect(await settle()).toEqual([false]);
    end();
  });

  it('tells at once which other kinds of record are on the screen, and names no kind of which only names are', async () => {
    const { queries, settle, shown, pass, end } = await inUse();
    await settle();
    shown();
    const show = (queryKey: readonly unknown[]): (() => void) =>
      new QueryObserver(queries, { queryKey, queryFn: () => 0, staleTime: Infinity }).subscribe(
        () => undefined,
      );
    const hides = [
      show(queryKeys.everyone()),
      show(queryKeys.columns('quotation')),
      show(queryKeys.window({ resource: 'order' }, [], 0)),
      show(queryKeys.record('order', '1')),
    ];
    await vi.waitFor(() => expect(shown()).toEqual([['order']]));
    hides.push(show(queryKeys.orderCollections('1')));
    await vi.waitFor(() => expect(shown()).toEqual([['order', 'collection']]));
    show(queryKeys.record('product', '1'))();
    hides.push(show(queryKeys.record('order', '2')));
    await new Promise((done) => setTimeout(done, 500));
    expect(shown()).toEqual([]);
    for (const hide of hides) hide();
    pass(MINUTE + 15_000);
    await settle();
    expect(shown()).toEqual([[]]);
    end();
  });
});
