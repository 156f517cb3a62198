/**
 * The jobs of docs/ux.md in the real Electron, in both languages, with the same walks as in the browser
 * window.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { en, zhCn } from '../support/catalogues';
import { walkTenJobs } from '../support/ten-jobs';
import type { Workplace } from '../support/walk';
import { electron, launch, type Desktop } from './support/launch';
import { coreOf } from './support/page-client';
import { freshFolder, startDisplay, startSession, type Surrounding } from './support/surroundings';
import { until } from './support/until';

const LANGUAGES = [
  { language: 'English', words: en, locale: 'en_US' },
  { language: 'Chinese', words: zhCn, locale: 'zh_CN' },
];

/** Saves downloads of the app without a dialog. The returned function waits for the next file. */
const catchDownloads = async ({ app }: Desktop): Promise<() => Promise<string>> => {
  const folder = freshFolder('saved');
  await app.evaluate(({ session }, path) => {
    const saved: string[] = [];
    Object.assign(globalThis, { saved });
    session.defaultSession.on('will-download', (_event, item) => {
      const file = `${path}/${item.getFilename()}`;
      item.setSavePath(file);
      item.once('done', (_done, state) => saved.push(state === 'completed' ? file : state));
    });
  }, folder);
  const files = (): Promise<string[]> =>
    app.evaluate(() => (globalThis as unknown as { saved: string[] }).saved);
  let taken = 0;
  return async () => {
    taken += 1;
    await until(async () => (await files()).length === taken, 'a saved file');
    return (await files()).at(-1) ?? '';
  };
};

describe.skipIf(electron === '').each(LANGUAGES)(
  'the jobs of docs/ux.md in $language',
  ({ words, locale }) => {
    const around: Surrounding[] = [];
    let desktop: Desktop;
    beforeAll(async () => {
      around.push(await startDisplay(), await startSession('none'));
    });
    afterAll(async () => {
      await desktop.app.close();
      for (const one of around) one.stop();
    });

    walkTenJobs(async (): Promise<Workplace> => {
      const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
      desktop = await launch({
        data: freshFolder('jobs'),
        env: { ...env, LANG: `${locale}.UTF-8`, LANGUAGE: locale },
      });
      const { app, page, problems } = desktop;
      const nextFile = await catchDownloads(desktop);
      return {
        page,
        core: await coreOf(page),
        words,
        problems,
        copied: () => app.evaluate(({ clipboard }) => clipboard.readText()),
        fileOutcome: 'saved',
        savedBy: async (press) => {
          await press();
          return nextFile();
        },
      };
    });
  },
);
