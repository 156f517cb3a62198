/**
 * Starts headless Chromium for the end-to-end tests. `browserPath` is found by `scripts/find-browser.mjs`.
 */
import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type JSHandle, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBrowser } from '../../scripts/find-browser.mjs';

/** Characters of each element's HTML in a failure, so that it stays readable. */
const SHOWN_HTML = 200;

export const browserPath: string | null = await findBrowser();

/**
 * The first four are the web pages of Chromium's own address bar. Chromium loads them for each new window,
 * which takes 1.5 seconds of a core: longer than the app's start. Only the last `--disable-features` counts,
 * so the features that Playwright disables are repeated here.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  });

/** Expects the element on the screen within 20 seconds, or within `timeout` ms. */
export const expectVisible = (what: Locator, timeout = 20_000): Promise<void> =>
  expect.poll(() => what.isVisible(), { timeout, message: String(what) }).toBe(true);

/** A page of its own profile; every console error and uncaught exception ends up in `problems`. */
export const openPage = async (
  browser: Browser,
  options: { width?: number; locale?: string; dark?: boolean } = {},
): Promise<{ page: Page; problems: string[] }> => {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  return { page, problems };
};

/** Navigates to an address, and waits until the window has rendered it. */
export const goToHash = (page: Page, hash: string): Promise<void> =>
  page.evaluate(
    (to) =>
      new Promise((drawn) => {
        const afterDrawing = (): void => {
          requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
        };
        if (window.location.hash === to) return afterDrawing();
        window.addEventListener('hashchange', afterDrawing, { once: true });
        window.location.hash = to;
      }),
    hash,
  );

/** Opens a list by its address, waits until its first row is read, and moves the focus into its grid. */
export const focusGrid = async (page: Page, hash: string): Promise<void> => {
  const screenOf = (address: string): string | undefined => /#\/(\w+)/.exec(address)?.[1];
  const before = screenOf(page.url()) === screenOf(hash) ? null : page.locator('[role="grid"]');
  const label = before && (await before.count()) > 0 ? await before.first().getAttribute('aria-label') : null;
  await goToHash(page, hash);
  // On a busy machine the list of the former screen is still there, and would take the focus with it.
  if (label !== null)
    await page.getByRole('grid', { name: label, exact: true }).waitFor({ state: 'detached' });
  // The rows of the former view are shown until those of this one are read, and Space does not select them.
  await page.locator('[role="grid"][aria-busy="false"] #c0-0').waitFor();
  await page.getByRole('grid').focus();
};

/** Collects each value that the field shows from now on, frame by frame; the present one comes first. */
export const valuesOf = (what: Locator): Promise<JSHandle<string[]>> =>
  what.evaluateHandle((field) => {
    const values: string[] = [];
    const look = (): void => {
      const { value } = field as HTMLInputElement;
      if (values.at(-1) !== value) values.push(value);
      requestAnimationFrame(look);
    };
    look();
    return values;
  });

/** The contrast of an element's own colour with the first opaque colour behind it (WCAG, 1 to 21). */
export const contrastOf = (what: Locator): Promise<number> =>
  what.evaluate((element) => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string): number =>
      channels(color)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
    const colorOf = (of: Element): string => getComputedStyle(of).backgroundColor;
    let behind = element.parentElement;
    while (behind?.parentElement && channels(colorOf(behind))[3] === 0) behind = behind.parentElement;
    const [low = 0, high = 0] = [luminance(colorOf(element)), luminance(behind ? colorOf(behind) : '')].sort(
      (a, b) => a - b,
    );
    return (high + 0.05) / (low + 0.05);
  });

/** Waits until an element and all its ancestors are opaque: during a fade-in the colours differ. */
export const shownInFull = async (what: Locator): Promise<void> => {
  await what.evaluate(async (element) => {
    const fading = (): boolean => {
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (getComputedStyle(at).opacity !== '1') return true;
      return false;
    };
    while (fading()) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
};

/**
 * What the accessibility checker finds on the page, or within the CSS selector `within`, with all rules on:
 * each as its rule and the elements concerned, shortened. It waits until dialogs and menus are opaque.
 */
export const axeViolations = async (page: Page, within?: string): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  for (const layer of await page.locator('[role="dialog"], [role="menu"]').all()) await shownInFull(layer);
  // Without the lists of passed rules it takes a fifth of the time.
  const { violations } = await page.evaluate(async (place): Promise<AxeResults> => {
    const checker = (globalThis as unknown as { axe: typeof axe }).axe;
    return checker.run(place === undefined ? document : { include: [place] }, {
      resultTypes: ['violations'],
    });
  }, within);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, SHOWN_HTML)).join(' | ')}`,
  );
};
