/**
 * Without a mouse: from the very first screen to a company with a contact, a receipt for it, and both shown
 * as waiting and as delivered. After every key the focus must be on an element that is on screen and shows
 * it: a ring in the accent colour around the element, its field, or the active cell or line of a grid or
 * list.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserPath, expectVisible } from '../support/browser';
import { makeDesk } from '../support/desk';
import type { Running } from '../support/processes';
import { User } from '../support/user';

const COMPANY = 'Tastatur & Söhne 键盘贸易';
const MOST_TABS = 40;
const PALETTE = 'Search records, screens and commands';

/**
 * Returns an empty text if the focus is visible, otherwise where it is, for the message. Runs in the page.
 */
const unseenFocus = (): string => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nowhere';
  const named = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  // The UI kit draws the focus of a radio or switch on the element beside it, and of a field with pills on
  // the element around it.
  const drawn = [named, focused, focused.nextElementSibling, focused.closest('.mantine-Input-input')].filter(
    (element): element is HTMLElement => element instanceof HTMLElement,
  );
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--accent)';
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const seen = drawn.some((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const { top, bottom, left, right, width } = element.getBoundingClientRect();
    const onScreen =
      width > 0 && bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
    return (
      onScreen &&
      ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor === accent) ||
        boxShadow.includes(accent))
    );
  });
  return seen
    ? ''
    : `${focused.tagName} ${focused.getAttribute('aria-label') ?? ''} ${focused.textContent.slice(0, 60)}`;
};

describe.skipIf(!browserPath)('without a mouse', () => {
  const desk = makeDesk();
  let app: Running;
  let page: Page;
  let problems: string[];
  let user: User;
  const expectSeen = (after: string): Promise<void> =>
    expect
      .poll(() => page.evaluate(unseenFocus), { timeout: 20_000, message: `focus after ${after}` })
      .toBe('');
  const press = async (...chords: string[]): Promise<void> => {
    for (const chord of chords) {
      await user.press(chord);
      await expectSeen(chord);
    }
  };
  const type = async (text: string): Promise<void> => {
    await user.type(text);
    await expectSeen(`"${text}"`);
  };
  const focusedText = (): Promise<string> =>
    page.evaluate(() =>
      [
        document.activeElement?.getAttribute('aria-label'),
        document.activeElement?.textContent,
        ...[...((document.activeElement as HTMLInputElement | null)?.labels ?? [])].map(
          ({ textContent }) => textContent,
        ),
      ].join(' '),
    );
  /** Presses Tab until the focus is on the wanted element; the focus must be visible each time. */
  const tabTo = async (wanted: RegExp): Promise<void> => {
    const passed: string[] = [];
    for (let at = 0; at < MOST_TABS; at += 1) {
      await user.press('Tab');
      await expectSeen(`Tab, on the way to ${wanted} by ${passed.join(' > ')}`);
      const stop = await focusedText();
      if (wanted.test(stop)) return;
      passed.push(stop.trim().slice(0, 30));
    }
    throw new Error(`${wanted} was not reached in ${MOST_TABS} tabs: ${passed.join(' > ')}`);
  };
  const command = async (words: string): Promise<void> => {
    await press('Control+k');
    await user.untilField(PALETTE);
    await type(words);
    await user.press('Enter');
    await page.getByRole('dialog', { name: PALETTE }).waitFor({ state: 'detached' });
    await expectSeen(`the command ${words}`);
  };

  const begin = async (key: string): Promise<void> => {
    await press('c');
    await page.getByRole('dialog', { name: 'New…' }).waitFor();
    await press(key);
  };

  beforeAll(async () => {
    ({ page, problems, app } = await desk.open());
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Open the demo' }).waitFor();
    user = new User(page);
  });

  it('opens the demo and, while it is still being copied, pauses sending', async () => {
    await tabTo(/Open the demo/);
    await user.press('Enter');
    await expectVisible(page.getByRole('navigation', { name: 'Screens' }));
    await command('pause sending');
  });

  it('enters a company with a contact', async () => {
    await begin('c');
    await user.untilField('Company name');
    await type(COMPANY);
    await tabTo(/^\s*Name/);
    await type('Kim Novák');
    await press('Tab');
    await user.untilField('E-mail');
    await type('kim@tastatur.example');
    await user.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(`${COMPANY} saved. Sending is paused.`).waitFor();
    await expectSeen('saving the company');
  });

  it('registers a receipt for it from its page', async () => {
    await command('Tastatur');
    await page.getByRole('heading', { name: COMPANY, level: 1 }).waitFor();
    await begin('r');
    await user.untilField('Amount paid');
    await type('980.40');
    await press('Tab');
    await user.untilField('Currency');
    await type('EUR');
    await press('Enter');
    expect(await page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe(COMPANY);
    await user.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectSeen('saving the receipt');
  });

  it('shows both as waiting in the outbox, opens one, and shows both as delivered', async () => {
    await press('Control+2');
    const waiting = page.getByRole('region', { name: 'To send', exact: true }).getByRole('button');
    await expect.poll(() => waiting.count()).toBe(2);
    expect((await waiting.allInnerTexts()).every((text) => text.includes('Tastatur'))).toBe(true);
    await expect.poll(focusedText).toContain('Tastatur');
    await press('ArrowDown', 'Enter');
    await tabTo(/Edit/);
    await command('resume sending');
    await page.getByText('Nothing to send').first().waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: 'Done', exact: true })
          .getByRole('button')
          .filter({ hasText: 'Tastatur' })
          .count(),
      )
      .toBe(2);
    await expectSeen('the delivery of what it stood on');
    expect(user.effort.clicks).toBe(0);
    expect(problems).toEqual([]);
  });
});
