/**
 * The jobs of docs/ux.md in the browser window (`ten-jobs.ts`); `test/electron` does them in the desktop app.
 */
import { describe } from 'vitest';
import { en } from '../support/catalogues';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { walkTenJobs } from '../support/ten-jobs';

describe.skipIf(!browserPath)('the jobs of docs/ux.md', () => {
  const desk = makeDesk();
  walkTenJobs(async () => {
    const { page, problems, core, app } = await desk.openDemo();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(app.url);
    return {
      page,
      core,
      words: en,
      problems,
      copied: () => page.evaluate(() => navigator.clipboard.readText()),
      fileOutcome: 'started',
      savedBy: async (press) => {
        const [download] = await Promise.all([page.waitForEvent('download'), press()]);
        return download.path();
      },
    };
  });
});
