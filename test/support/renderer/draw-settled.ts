/**
 * Draws a screen of the window without a browser, after its queries have their answers. Effects do not run. Connect
 * the window first (`windowOver`, `stubWindow`). Without a catalogue each text is its key.
 */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createInstance, type ResourceLanguage } from 'i18next';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

/** An answer may enable further queries, so the screen is drawn several times. */
const ROUNDS = 4;

/** Returns the markup, with the texts of the English catalogue `en` if it is given. */
export const drawSettled = async <P extends object>(
  component: FunctionComponent<P>,
  properties: P,
  en?: ResourceLanguage[string],
): Promise<string> => {
  const texts = createInstance(
    en === undefined
      ? { lng: 'cimode', resources: {} }
      : { lng: 'en', resources: { en: { translation: en } } },
  );
  await texts.init();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const draw = (): string => {
    const screen = createElement(component, properties);
    const withQueries = createElement(QueryClientProvider, { client: queries }, screen);
    const withStyles = createElement(MantineProvider, null, withQueries);
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n: texts }, withStyles));
  };
  for (let round = 0; round < ROUNDS; round++) {
    draw();
    for (const query of queries.getQueryCache().getAll()) {
      const isOff = 'enabled' in query.options && query.options.enabled === false;
      if (query.state.status === 'pending' && !isOff)
        await new QueryObserver(queries, query.options as never).refetch();
    }
  }
  return draw();
};
