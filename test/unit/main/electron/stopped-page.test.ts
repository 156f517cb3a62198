import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onStoppedPageLinks, stoppedPage } from '../../../../src/main/electron/stopped-page';
import { wordsOf } from '../../../../src/main/electron/words';

describe('the page without the renderer', () => {
  it.each(['en', 'zh-CN'] as const)(
    'offers two actions if the core stopped, and none if the start only takes a while (%s)',
    (language) => {
      const words = wordsOf(language);
      const stopped = stoppedPage(
        { title: words.stoppedTitle, body: words.stoppedBody, detail: '<b>why</b>' },
        words,
      );
      expect(stopped).toContain(words.restart);
      expect(stopped).toContain('&lt;b&gt;why&lt;/b&gt;');
      const busy = stoppedPage(
        { title: words.encryptingTitle, body: words.encryptingBody, detail: '', passes: true },
        words,
      );
      expect(busy).toContain(words.encryptingBody);
      expect(busy).not.toMatch(/<a |<code/);
      for (const page of [stopped, busy]) expect(page).not.toMatch(/<script|\sstyle=|\son\w+=/);
    },
  );

  it('acts on its own links only while it is shown, and on none of a frame inside a page', () => {
    const shown = { url: 'satchel-app://app/stopped' };
    const webContents = Object.assign(new EventEmitter(), { getURL: () => shown.url });
    const done: string[] = [];
    onStoppedPageLinks({ webContents } as never, {
      restart: () => done.push('restart'),
      openLogFolder: () => done.push('logs'),
    });
    const follow = (link: string, isMainFrame = true): void =>
      void webContents.emit('will-frame-navigate', { url: `satchel-app://app/stopped/${link}`, isMainFrame });
    follow('restart', false);
    expect(done).toEqual([]);
    follow('restart');
    follow('logs');
    shown.url = 'satchel-app://app/';
    follow('restart');
    expect(done).toEqual(['restart', 'logs']);
  });
});
