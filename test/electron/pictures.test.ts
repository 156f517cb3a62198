/**
 * What the real window paints: both languages, both themes, a narrow window, and the page that says that the app
 * stopped. Each picture must have text and no plain area over most of the window. With SATCHEL_PICTURES the pictures
 * are saved in that folder, to be looked at.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { electron, inPage, launch, type Desktop } from './support/launch';
import { coreOf } from './support/page-client';
import { freshFolder, startDisplay, startSession, type Surrounding } from './support/surroundings';
import { until } from './support/until';

const SOON = { timeout: 20_000 };
const FOLDER = process.env.SATCHEL_PICTURES ?? '';

interface Painted {
  width: number;
  height: number;
  /** The number of different colours; text alone has dozens, because its edges are smoothed. */
  colours: number;
  /** The share of the most frequent colour. */
  plain: number;
  /** The brightness of the most frequent colour, 0 to 255. */
  brightness: number;
}

/** The picture that the compositor made of the window. */
const pictureOf = async ({ app }: Desktop, name: string): Promise<Painted> => {
  const { png, painted } = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]!.webContents.capturePage();
    const bytes = image.toBitmap();
    const counts = new Map<number, number>();
    for (let at = 0; at < bytes.length; at += 4) {
      const colour = bytes.readUInt32LE(at);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    let [most, times] = [0, 0];
    for (const [colour, count] of counts) if (count > times) [most, times] = [colour, count];
    const parts = [most & 0xff, (most >> 8) & 0xff, (most >> 16) & 0xff];
    return {
      png: image.toPNG().toString('base64'),
      painted: {
        ...image.getSize(),
        colours: counts.size,
        plain: times / (bytes.length / 4),
        brightness: parts.reduce((sum, part) => sum + part, 0) / parts.length,
      },
    };
  });
  if (FOLDER !== '') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.png`), Buffer.from(png, 'base64'));
  }
  return painted;
};

describe.skipIf(electron === '')('the real window', () => {
  const around: Surrounding[] = [];
  let desktop: Desktop;
  beforeAll(async () => {
    around.push(await startDisplay(), await startSession('none'));
  });
  afterEach(() => desktop.app.close());
  afterAll(() => {
    for (const one of around) one.stop();
  });

  const start = async (locale: string): Promise<void> => {
    const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
    desktop = await launch({
      data: freshFolder('pictures'),
      env: { ...env, LANG: `${locale}.UTF-8`, LANGUAGE: locale },
    });
    const core = await coreOf(desktop.page);
    await until(async () => (await core.sync.state()).freshAsOf !== null, 'the first copy', 60_000);
  };
  const looks = (theme: 'light' | 'dark', width: number): Promise<void> =>
    desktop.app.evaluate(
      ({ BrowserWindow, nativeTheme }, look) => {
        nativeTheme.themeSource = look.theme;
        BrowserWindow.getAllWindows()[0]!.setContentSize(look.width, 800);
      },
      { theme, width },
    );
  const goTo = async (screen: string): Promise<void> => {
    await inPage(desktop.app, `location.hash = '#/${screen}'`);
    const cell = desktop.page.getByRole('main').getByRole(screen === 'today' ? 'listitem' : 'gridcell');
    await cell.first().waitFor();
  };

  it.each(['en_US', 'zh_CN'])(
    'paints Today and a list in both themes, also in a narrow window: %s',
    async (locale) => {
      await start(locale);
      for (const [theme, width] of [
        ['light', 1280],
        ['dark', 900],
      ] as const) {
        await looks(theme, width);
        for (const screen of ['today', 'orders']) {
          await goTo(screen);
          // A picture may be taken before the frame with the new theme and size.
          await expect
            .poll(() => pictureOf(desktop, `${screen}-${locale}-${theme}-${width}`), SOON)
            .toSatisfy(
              (painted: Painted) =>
                painted.width === width &&
                painted.colours > 100 &&
                painted.plain < 0.95 &&
                painted.brightness > 128 === (theme === 'light'),
            );
        }
      }
      expect(desktop.problems).toEqual([]);
    },
    180_000,
  );

  it('paints the page that says that the app stopped', async () => {
    await start('zh_CN');
    await looks('light', 1280);
    for (let again = 0; again < 3; again += 1) {
      await inPage(desktop.app, 'globalThis.beforeTheCrash = true');
      await desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      await expect.poll(() => inPage(desktop.app, `'beforeTheCrash' in globalThis`), SOON).toBe(false);
    }
    await expect.poll(() => inPage(desktop.app, 'location.pathname'), SOON).toBe('/stopped');
    await expect
      .poll(() => pictureOf(desktop, 'stopped'), SOON)
      .toSatisfy((painted: Painted) => painted.colours > 20);
  }, 180_000);
});
