/**
 * Mounts a part of the window without a browser, for what happens after the first drawing: a press, a key, a choice,
 * an effect. State and effects are React's own. Elements of HTML and controls of the UI library are not drawn: they are
 * only recorded with their properties, while they are mounted. So a test presses a button by calling its `onClick`.
 * Nothing has a size, a focus or a `ref`. Register `withRecorded` before the screen is imported:
 *
 *     vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance, type ResourceLanguage } from 'i18next';
import {
  createElement,
  Fragment,
  type FunctionComponent,
  isValidElement,
  type ReactNode,
  useLayoutEffect,
} from 'react';
import type * as runtime from 'react/jsx-dev-runtime';
// Loaded before a test defines a `document`: otherwise it asks that for its events.
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { onTestFinished, vi } from 'vitest';
import type * as i18n from '../../../src/renderer/i18n/i18n';
import type * as saveFile from '../../../src/renderer/ui/save-file';

// The window's code looks at its window as it is loaded.
vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });

type Runtime = typeof runtime;
type Handler = (...given: unknown[]) => unknown;

/** The properties of an element. */
export interface Recorded {
  readonly [name: string]: unknown;
}

const mounted = new Set<Recorded>();

const childrenOf = (children: unknown): ReactNode[] => {
  const all = Array.isArray(children) ? children : [children];
  return all.flatMap((child: unknown) =>
    Array.isArray(child) ? childrenOf(child) : isValidElement(child) ? [child] : [],
  );
};

/** `given`: what a component adds to an element that it was given (`cloneElement`). */
const Record = ({ of, ...given }: { of: Recorded }): ReactNode => {
  const one = Object.keys(given).length === 0 ? of : { ...of, ...given };
  useLayoutEffect(() => {
    mounted.add(one);
    return () => void mounted.delete(one);
  });
  return createElement(Fragment, null, ...childrenOf(of.children));
};

/** Returns true for an element of HTML, a control of the UI library and an icon. */
const isDrawn = (type: unknown): boolean => {
  if (typeof type === 'string') return true;
  const { displayName = '', $$typeof } = (type ?? {}) as { displayName?: string; $$typeof?: symbol };
  return displayName.startsWith('@mantine/') || $$typeof === Symbol.for('react.forward_ref');
};

/** Returns React's module for JSX, with what is drawn replaced by its record. For `vi.mock`. */
export const withRecorded = (real: Runtime): Runtime => ({
  ...real,
  jsxDEV: (type, props, key, isStatic, source, self) =>
    isDrawn(type)
      ? real.jsxDEV(Record as never, { of: props }, key, false, source, self)
      : real.jsxDEV(type, props, key, isStatic, source, self),
});

/** Returns the module `i18n/i18n` without the catalogues: the texts are those that `mount` gets. For `vi.mock`. */
export const withGivenTexts = (real: typeof i18n): typeof i18n => ({
  ...real,
  loadAllTexts: () => Promise.resolve(),
  loadCatalogue: () => Promise.resolve(),
});

/** Returns the module `ui/save-file`, which gives each file to `take` and calls it saved. For `vi.mock`. */
export const withSaved = (
  real: typeof saveFile,
  take: (blob: Blob) => unknown = () => undefined,
): typeof saveFile => ({
  ...real,
  saveFile: async (blob, name) => {
    await take(blob);
    return { outcome: 'saved', name };
  },
});

/**
 * Returns a function that loads a component, a hook or a context from a file of this folder of `src/renderer`. The
 * path is not known to the compiler, because tests are compiled without JSX.
 */
export const partsIn =
  (folder: string) =>
  async <T = FunctionComponent<Record<string, unknown>>>(file: string, name: string): Promise<T> => {
    const path: string = `../../../src/renderer/${folder}/${file}`;
    const found = ((await import(path)) as Record<string, T>)[name];
    if (found === undefined) throw new Error(`${folder}/${file} has no ${name}`);
    return found;
  };

/** The text of a recorded element and of the elements in it. */
const textOf = (node: unknown): string => {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (!isValidElement<{ of?: Recorded; children?: unknown }>(node)) return '';
  return textOf(node.props.of?.children ?? node.props.children);
};

/** All mounted elements, with those that were drawn last at the end. */
export const elements = (): Recorded[] => [...mounted];

/** The mounted elements with this accessible name, label or text. */
export const named = (name: string): Recorded[] =>
  [...mounted].filter(
    (one) => one['aria-label'] === name || one.label === name || textOf(one.children) === name,
  );

/** The texts of all mounted elements. */
export const shownText = (): string => [...mounted].map((one) => textOf(one.children)).join('\n');

/** Calls a handler of the mounted element with this name. Throws if there is no such element. */
export const fire = (name: string, handler: string, ...given: unknown[]): unknown => {
  const found = named(name).find((one) => typeof one[handler] === 'function');
  if (found === undefined) throw new Error(`nothing named "${name}" has ${handler}`);
  return (found[handler] as Handler)(...given);
};

/** Presses a button, or a line of a menu. `detail`: which click of several in a row it is. */
export const press = (name: string, detail = 1): void =>
  void fire(name, 'onClick', {
    detail,
    preventDefault: () => undefined,
    currentTarget: { closest: () => null },
  });

/** The real timer, also while a test moves the time by hand. */
const { setTimeout: realTimeout } = globalThis;

/** Waits until React has drawn what answers and timers of no length have changed. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await new Promise((done) => realTimeout(done, 0));
};

/** A part of the page that React can be given. */
const node = (more: object = {}): Record<string, unknown> => ({
  nodeType: 1,
  nodeName: 'DIV',
  tagName: 'DIV',
  closest: () => null,
  namespaceURI: 'http://www.w3.org/1999/xhtml',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  // Texts of components that return nothing else.
  appendChild: () => undefined,
  insertBefore: () => undefined,
  removeChild: () => undefined,
  ...more,
});

/** What the page hears: keys and other events of the window. */
export interface Page {
  /** Sends an event to the listeners of the window. */
  happen: (type: string, event?: object) => void;
  /** The number of listeners of the window for these events. */
  listeners: (type: string) => number;
}

/** Completes the `window` and `document` of a test. Call it after `windowOver` or `stubWindow`. */
export const makePage = (): Page => {
  const hearing = new Map<string, Set<Handler>>();
  const of = (type: string): Set<Handler> => {
    const found = hearing.get(type) ?? new Set<Handler>();
    hearing.set(type, found);
    return found;
  };
  class PageElement extends EventTarget {}
  class PageHtmlElement extends PageElement {}
  class PageInput extends PageHtmlElement {}
  vi.stubGlobal('Element', PageElement);
  vi.stubGlobal('HTMLElement', PageHtmlElement);
  vi.stubGlobal('HTMLInputElement', PageInput);
  vi.stubGlobal('requestIdleCallback', () => 0);
  const body = node();
  const page = {
    body,
    title: 'Satchel',
    createTextNode: (nodeValue: string) => ({ nodeType: 3, nodeValue }),
    activeElement: body,
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
    visibilityState: 'visible',
    hasFocus: () => true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  body.ownerDocument = page;
  vi.stubGlobal('document', page);
  const location = { hash: '', href: 'satchel-app://app/', search: '', pathname: '/' };
  const go = (_state: unknown, _title: string, hash: string): void => void (location.hash = hash);
  Object.assign(window, {
    document: page,
    setTimeout,
    clearTimeout,
    HTMLIFrameElement: PageElement,
    location,
    history: { state: null, pushState: go, replaceState: go },
    addEventListener: (type: string, heard: Handler) => void of(type).add(heard),
    removeEventListener: (type: string, heard: Handler) => void of(type).delete(heard),
    matchMedia: () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  return {
    happen: (type, event = {}) => {
      const sent = {
        type,
        target: body,
        preventDefault: () => undefined,
        stopPropagation: () => undefined,
        ...event,
      };
      for (const heard of [...of(type)]) heard(sent);
    },
    listeners: (type) => of(type).size,
  };
};

interface Store<S> {
  getState: () => S;
  setState: (state: Partial<S>) => void;
}

/** Changes the state of a store until the end of the test. */
export const setForTest = <S>(store: Store<S>, state: NoInfer<Partial<S>>): void => {
  const before = store.getState();
  onTestFinished(() => store.setState(before));
  store.setState(state);
};

/** Mounts an element and waits for the answers that it asks for. It is unmounted at the end of the test. */
export const mount = async (element: ReactNode, en?: ResourceLanguage[string]) => {
  const texts = createInstance(
    en === undefined
      ? { lng: 'cimode', resources: {} }
      : { lng: 'en', resources: { en: { translation: en } } },
  );
  await texts.init();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const container = node({ ownerDocument: document });
  const root = createRoot(container as never);
  const show = async (next: ReactNode): Promise<void> => {
    const withQueries = createElement(QueryClientProvider, { client: queries }, next);
    root.render(createElement(I18nextProvider, { i18n: texts }, withQueries));
    await settled();
  };
  const unmount = async (): Promise<void> => {
    root.unmount();
    await settled();
    queries.clear();
  };
  onTestFinished(unmount);
  await show(element);
  return { queries, show, unmount };
};
