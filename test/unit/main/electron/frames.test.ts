/** The connections of windows to the core: one for each page, and none for a page that has ended. */
import { EventEmitter } from 'node:events';
import type { IpcMain, WebContents } from 'electron';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FRAME_CHANNEL, RESET_CHANNEL } from '../../../../src/main/electron/channels';
import { MOST_RESTORED_CHARACTERS } from '../../../../src/shared/contract/outbox';
import { MAX_FRAME_BYTES } from '../../../../src/main/node/frame-limit';
import { forwardFrames } from '../../../../src/main/electron/frames';
import { onPageEnd } from '../../../../src/main/electron/page-end';

const PAGE = { url: 'satchel-app://app/index.html', parent: null };

const makeWorld = () => {
  const ipc = new EventEmitter();
  const contents = Object.assign(new EventEmitter(), {
    id: 7,
    isDestroyed: () => false,
    sent: [] as unknown[],
    send: (channel: string, frame?: unknown) => void contents.sent.push(frame ?? channel),
  });
  const lines: { frames: string[]; closed: boolean; lost: () => void; answer: (frame: string) => void }[] =
    [];
  const core = { runs: true };
  forwardFrames(ipc as unknown as IpcMain, {
    connect: (receive, lost) => {
      if (!core.runs) return null;
      const line = {
        frames: [] as string[],
        closed: false,
        lost,
        answer: receive as (frame: string) => void,
      };
      lines.push(line);
      return {
        send: (frame) => void line.frames.push(String(frame)),
        close: () => {
          line.closed = true;
        },
      };
    },
  });
  const say = (frame: string): void =>
    void ipc.emit(FRAME_CHANNEL, { senderFrame: PAGE, sender: contents as unknown as WebContents }, frame);
  const listeners = (): number =>
    contents.eventNames().reduce((sum, name) => sum + contents.listenerCount(name), 0);
  return { contents, core, lines, say, listeners };
};

describe('the connection of a window', () => {
  it('takes the longest call: a copy of the outbox that is restored', () => {
    const { lines, say } = makeWorld();
    // JSON in JSON: each quote takes two characters.
    const text = '"'.repeat(MOST_RESTORED_CHARACTERS / 10);
    say(JSON.stringify({ i: 1, p: { u: '/outbox/restore', b: { json: { text } } } }));
    expect(lines[0]?.frames[0]?.length).toBeGreaterThan(2 * text.length);
    expect(MAX_FRAME_BYTES).toBeGreaterThan(2 * MOST_RESTORED_CHARACTERS);
  });

  it('is closed when its page is reloaded, and the new page gets a new one', () => {
    const { contents, lines, say } = makeWorld();
    say('first');
    contents.emit('did-navigate');
    expect(lines.map(({ closed }) => closed)).toEqual([true]);
    say('second');
    expect(lines.map(({ frames, closed }) => [frames, closed])).toEqual([
      [['first'], true],
      [['second'], false],
    ]);
    lines[1]!.answer('answer');
    expect(contents.sent).toEqual(['answer']);
  });

  it('is made again after a restart of the core, and the page is told', () => {
    const { contents, lines, say } = makeWorld();
    say('first');
    lines[0]!.lost();
    expect(contents.sent).toEqual([RESET_CHANNEL]);
    say('again');
    expect(lines[1]?.frames).toEqual(['again']);
  });

  it('is a new one after the page is told to call again, although the core runs by then', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { contents, core, lines, say } = makeWorld();
    core.runs = false;
    say('call 1');
    core.runs = true;
    say('call 2');
    vi.runAllTimers();
    expect(contents.sent).toEqual([RESET_CHANNEL]);
    // The page numbers its calls from 1 again. On the line that has call 1 and 2, the core would drop the new ones.
    say('call 1 of the new link');
    expect(lines.map(({ frames, closed }) => [frames, closed])).toEqual([
      [['call 2'], true],
      [['call 1 of the new link'], false],
    ]);
  });

  it('is made again after every restart of the core in which the page calls, not only after the first', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { contents, core, lines, say } = makeWorld();
    for (let restart = 1; restart <= 2; restart += 1) {
      core.runs = false;
      say('call during the restart');
      core.runs = true;
      vi.runAllTimers();
      expect(contents.sent).toHaveLength(restart);
      say('call after the restart');
      expect(lines.at(-1)?.frames).toEqual(['call after the restart']);
      contents.emit('did-navigate');
    }
  });

  it.each(['restarted', 'reloaded'] as const)('leaves no listener behind, however often %s', (how) => {
    const { contents, lines, say, listeners } = makeWorld();
    say('first');
    const before = listeners();
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 20; n++) {
      if (how === 'restarted') lines.at(-1)!.lost();
      else contents.emit('did-navigate');
      say(`after ${n}`);
    }
    expect(lines).toHaveLength(21);
    expect(listeners()).toBe(before);
    expect(lines.filter(({ closed }) => !closed)).toHaveLength(1);
  });
});

describe('the end of a page', () => {
  it.each(['did-navigate', 'render-process-gone', 'destroyed'])(
    '%s is reported once, and then the listener is removed',
    (event) => {
      const contents = new EventEmitter();
      let told = 0;
      onPageEnd(contents as unknown as WebContents, () => void told++);
      contents.emit('did-start-loading');
      expect(told).toBe(0);
      contents.emit(event);
      contents.emit('destroyed');
      expect(told).toBe(1);
      expect(contents.eventNames()).toEqual([]);
    },
  );
});
