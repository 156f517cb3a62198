/**
 * Makes Chromium free the painted tiles that it no longer shows. The process of the page releases them some
 * seconds after their last use, but tells the process that stores them only together with the next painted
 * tile. An idle window paints no tile, so the tiles of all screens that were shown last would be kept.
 *
 * Therefore this paints one tile: that of a transparent element, which is removed two frames later. It needs
 * a gradient, because Chromium paints no tile for a plain colour.
 */
type Elements = Pick<Document, 'createElement'> & { readonly body: Pick<HTMLElement, 'append'> };

const TRANSPARENT_SPOT =
  'position:fixed;right:0;bottom:0;width:2px;height:2px;pointer-events:none;' +
  'background:linear-gradient(#0000,#0000)';

export const dropTiles = (
  elements: Elements,
  nextFrame: (callback: () => void) => unknown = (callback) => requestAnimationFrame(callback),
): void => {
  const spot = elements.createElement('div');
  spot.style.cssText = TRANSPARENT_SPOT;
  spot.ariaHidden = 'true';
  elements.body.append(spot);
  // The first callback runs before the frame with the element is painted.
  nextFrame(() => nextFrame(() => spot.remove()));
};
