import { describe, expect, it } from 'vitest';
import { stoppedPage } from '../../../../src/main/electron/stopped-page';
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
});
