/**
 * A menu or panel that a button opens. The button is rendered at once; the layer (`popup-layers.tsx`) is
 * loaded later. A click before that opens the layer as soon as it is loaded.
 */
import { type RefObject, useCallback, useId, useRef, useState } from 'react';

/** The props of the layer. */
export interface Popup {
  /** The id of the button. */
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The element that the layer is placed at. */
  target: RefObject<HTMLElement | null>;
}

interface PopupButton {
  id: string;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface UsePopup<E extends HTMLElement> {
  /** Ref for the button, or for an element around it at which the layer is placed. */
  target: RefObject<E | null>;
  button: PopupButton;
  setOpened: (opened: boolean) => void;
  /** Null until it is opened for the first time: render the layer only if there is one. */
  popup: Popup | null;
}

export const usePopup = <E extends HTMLElement = HTMLButtonElement>(kind: 'menu' | 'dialog'): UsePopup<E> => {
  const id = useId();
  const target = useRef<E>(null);
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  if (opened && !used) setUsed(true);
  const onClick = useCallback((): void => setOpened((before) => !before), []);
  return {
    target,
    button: { id, 'aria-haspopup': kind, 'aria-expanded': opened, onClick },
    setOpened,
    popup: used ? { id, opened, onChange: setOpened, target } : null,
  };
};
