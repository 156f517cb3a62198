import { expect, it } from 'vitest';
import { dropTiles } from '../../../src/renderer/app/drop-tiles';

const openPage = () => {
  const shown: HTMLElement[] = [];
  const frames: (() => void)[] = [];
  const createElement = (): HTMLElement => {
    const element = { style: { cssText: '' }, ariaHidden: null, remove: () => void shown.splice(0) };
    return element as unknown as HTMLElement;
  };
  return {
    page: {
      createElement,
      body: { append: (...added: (string | Node)[]) => void shown.push(...(added as HTMLElement[])) },
    } as unknown as Parameters<typeof dropTiles>[0],
    shown,
    nextFrame: (callback: () => void) => frames.push(callback),
    paint: () => frames.splice(0).forEach((callback) => callback()),
  };
};

it('paints one transparent tile, which is gone after the frame that shows it', () => {
  const { page, shown, nextFrame, paint } = openPage();
  dropTiles(page, nextFrame);
  expect(shown).toHaveLength(1);
  // A plain colour gets no tile, a visible one would be seen.
  expect(shown[0]?.style.cssText).toContain('linear-gradient(#0000,#0000)');
  expect(shown[0]?.ariaHidden).toBe('true');
  paint();
  expect(shown).toHaveLength(1);
  paint();
  expect(shown).toEqual([]);
});
