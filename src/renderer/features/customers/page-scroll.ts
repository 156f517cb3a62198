/**
 * Decides which part of a customer's page scrolls. If the window is high enough, the timeline and the profile scroll
 * below the figures. In a low window there would be little room for them, so the whole page scrolls as one; otherwise
 * the page and the timeline would each scroll a part of the way.
 */
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';

/** From this width on the profile is beside the timeline; below it, the profile is a tab of its own. */
const WIDE = 880;
/** The least height in which the timeline scrolls by itself. */
const LEAST_HEIGHT = 348;
/** The height of the bar and the tabs, which stay visible while the page scrolls as one. */
export const STAYS_ABOVE = 84;

/** The page, if it scrolls as one; otherwise null. */
export const PageScroll = createContext<HTMLElement | null>(null);

interface Room {
  width: number;
  isWide: boolean;
  scrolls: HTMLElement | null;
}

/** `page` is the whole page, `above` what is between its bar and the timeline. */
export const useRoom = (): Room & {
  page: RefObject<HTMLDivElement | null>;
  above: RefObject<HTMLDivElement | null>;
} => {
  const page = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const [{ width, scrolls }, setRoom] = useState<Omit<Room, 'isWide'>>({ width: WIDE, scrolls: null });
  useLayoutEffect(() => {
    const [whole, upper] = [page.current, above.current];
    if (!whole) return;
    const measure = (): void => {
      const needed = upper === null ? 0 : upper.offsetTop + upper.offsetHeight + LEAST_HEIGHT;
      setRoom({ width: whole.clientWidth, scrolls: needed > whole.clientHeight ? whole : null });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    if (upper) observer.observe(upper);
    return () => observer.disconnect();
  }, []);
  return { page, above, width, isWide: width >= WIDE, scrolls };
};

/**
 * Where a list begins within the page that scrolls as one; 0 if the list scrolls by itself. It moves with what is
 * above it, so it is measured after every rendering.
 */
export const useScrollMargin = (list: RefObject<HTMLElement | null>): number => {
  const page = useContext(PageScroll);
  const [margin, setMargin] = useState(0);
  // Everything above the list may change its height. The same number renders nothing again.
  // eslint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const top = (element: HTMLElement): number => element.getBoundingClientRect().top;
    setMargin(
      page === null || list.current === null ? 0 : Math.round(top(list.current) - top(page) + page.scrollTop),
    );
  });
  return margin;
};
