/** Another currency is chosen in a form, and then the first one again. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createFormStore } from '../../../../src/renderer/forms/session/form-store';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const FIELD: string = '../../../../src/renderer/forms/fields/form-field';
const NEWEST = { EUR: '799', USD: '730' } as const;

/** The rates of the form after each of these currencies is chosen. */
const ratesAfter = async (rates: object, ...chosen: string[]): Promise<unknown[]> =>
  await ratesAfterTyping(rates, {}, ...chosen);
const ratesAfterTyping = async (rates: object, typed: object, ...chosen: string[]): Promise<unknown[]> => {
  windowOver({
    records: {
      page: ({ view }: { view: { filters: { values: (keyof typeof NEWEST)[] }[] } }) => ({
        rows: [
          { id: '1', values: { exchange_rate: NEWEST[view.filters[0]!.values[0]!], exchange_rate_usd: '' } },
        ],
        total: 1,
        revision: 0,
      }),
    },
    outbox: { saveDraft: ({ id }: { id: string }) => ({ id, updatedAt: 1 }) },
  });
  const { FormContext, useSetCurrency } = (await import(CONTEXT)) as {
    FormContext: Context<object>;
    useSetCurrency: () => (currency: string) => void;
  };
  const start = { fields: { amount: '5', currency: 'EUR', ...rates }, children: [], names: {} };
  const form = createFormStore(newForm('receipt', start, { target: '7' }), () => undefined);
  let choose: (currency: string) => void = () => undefined;
  const Field = (): null => {
    choose = useSetCurrency();
    return null;
  };
  await drawSettled(() => createElement(FormContext, { value: form }, createElement(Field)), {});
  form.actions.setFields(typed as FormValues['fields']);
  for (const currency of chosen) {
    choose(currency);
    await form.actions.takePicks();
  }
  const { exchange_rate: cny, exchange_rate_usd: usd } = form.store.getState().values.fields;
  await form.actions.stop();
  return [cny, usd];
};

describe('the rates of a receipt', () => {
  const own = { exchange_rate: '712.34', exchange_rate_usd: '104' };

  it('are those of the record again', async () => {
    expect(await ratesAfter(own, 'USD')).toEqual(['730', '']);
    expect(await ratesAfter(own, 'USD', 'EUR')).toEqual(['712.34', '104']);
  });

  it('are those of an earlier document if the record has none', async () => {
    expect(await ratesAfter({}, 'USD', 'EUR')).toEqual(['799', '']);
  });

  it('stay if they were typed before the currency was chosen, or typed without a list', async () => {
    const [none, typed] = [{ currency: '' }, { exchange_rate: '712.34' }];
    expect(await ratesAfterTyping(none, typed, 'USD')).toEqual(['712.34', '']);
    expect(await ratesAfterTyping(none, typed, 'U', 'US', 'USD')).toEqual(['712.34', '']);
    expect(await ratesAfterTyping(none, typed, 'USD', 'EUR')).toEqual(['799', '']);
    // A record whose currency cannot be read has the rates of that currency.
    expect(await ratesAfter({ ...none, ...typed }, 'USD')).toEqual(['730', '']);
  });
});

it('a rate has a hint if it is far from that of an earlier document, and only then', async () => {
  const hintsFor = async (rate: string): Promise<string> => {
    await ratesAfter({});
    const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
    const { FormField } = (await import(FIELD)) as { FormField: FunctionComponent<{ name: string }> };
    const start = { fields: { currency: 'USD', exchange_rate: rate }, children: [], names: {} };
    const form = createFormStore(newForm('receipt', start), () => undefined);
    const screen = () =>
      createElement(FormContext, { value: form }, createElement(FormField, { name: 'exchange_rate' }));
    return await drawSettled(screen, {});
  };
  // Someone typed the rate per 1, not per 100.
  expect(await hintsFor('7.30')).toContain('form.oddRate');
  expect(await hintsFor('712')).not.toContain('form.oddRate');
  expect(await hintsFor('')).not.toContain('form.oddRate');
});
