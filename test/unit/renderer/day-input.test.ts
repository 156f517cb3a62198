/** A day input whose text is not a day, and a click in its calendar. */
import { type ComponentType, createElement, type FormEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

interface LibraryProps {
  onInput: (event: FormEvent<HTMLInputElement>) => void;
  onChange: (day: string | null) => void;
  dateParser: (typed: string) => string | null;
}
const drawn = vi.hoisted(() => ({ props: null as LibraryProps | null }));
vi.mock('@mantine/dates', () => ({
  DateInput: (props: LibraryProps) => {
    drawn.props = props;
    return null;
  },
}));
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Files of one worker share their modules, and another one may have loaded the inputs with the real library.
vi.resetModules();

// Variables, because these tests are compiled without JSX.
const INPUTS = [
  ['DayInput', '../../../src/renderer/ui/day-input', '2026-11-25'],
  ['MomentInput', '../../../src/renderer/forms/fields/moment-input', '2026-11-25 00:00:00'],
] as const;

it.each(INPUTS)(
  '%s: the day that is selected already replaces the text when it is clicked',
  async (name, file, day) => {
    windowOver(
      { diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) } },
      { location: { hash: '' }, addEventListener: () => undefined },
    );
    const Input = ((await import(file)) as Record<string, ComponentType<object>>)[name]!;
    const told: boolean[] = [];
    const [onUnread, onChange] = [
      (isUnread: boolean) => void told.push(isUnread),
      vi.fn<(day: string) => void>(),
    ];
    await drawSettled(
      () => createElement(Input, { value: day, isPlan: false, onChange, onUnread } as object),
      {},
    );
    drawn.props!.onInput({ currentTarget: { value: 'soon-ish' } } as FormEvent<HTMLInputElement>);
    expect(told).toEqual([true]);
    drawn.props!.onChange('2026-11-25');
    expect(told).toEqual([true, false]);
    expect(onChange).toHaveBeenCalledWith(day);
  },
);

it('DayInput: a time alone is no day, so that 11.20 is not today', async () => {
  windowOver(
    { diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const file: string = INPUTS[0][1];
  const { DayInput } = (await import(file)) as { DayInput: ComponentType<object> };
  const told: boolean[] = [];
  const onUnread = (isUnread: boolean): void => void told.push(isUnread);
  await drawSettled(
    () =>
      createElement(DayInput, { value: '', forward: true, onChange: () => undefined, onUnread } as object),
    {},
  );
  drawn.props!.onInput({ currentTarget: { value: '11.20' } } as FormEvent<HTMLInputElement>);
  expect(told).toEqual([true]);
});

it.each(INPUTS)(
  '%s: a weekday or a day is the next one of a plan, and the last or nearest one of a document',
  async (name, file) => {
    windowOver(
      { diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) } },
      { location: { hash: '' }, addEventListener: () => undefined },
    );
    const Input = ((await import(file)) as Record<string, ComponentType<object>>)[name]!;
    const readAs = async (isPlan: boolean): Promise<string[]> => {
      vi.useFakeTimers({ now: new Date(2026, 10, 25, 9), toFake: ['Date'] });
      try {
        const props = { value: '', isPlan, forward: isPlan, onChange: () => undefined } as object;
        await drawSettled(() => createElement(Input, props), {});
        return ['friday', 'the 27th', '27号', '周五', '10 june'].map((text) =>
          drawn.props!.dateParser(text)!.slice(0, 10),
        );
      } finally {
        vi.useRealTimers();
      }
    };
    const friday = '2026-11-27';
    expect(await readAs(true)).toEqual([friday, friday, friday, friday, '2027-06-10']);
    expect(await readAs(false)).toEqual([
      '2026-11-20',
      '2026-10-27',
      '2026-10-27',
      '2026-11-20',
      '2026-06-10',
    ]);
  },
);

it('the days to come in a form are the next follow-up and the closing of an opportunity', async () => {
  const file: string = INPUTS[1][1];
  const { isPlanField } = (await import(file)) as { isPlanField: (name: string) => boolean };
  const days = ['next_follow_up_time', 'account_date', 'collection_date', 'warehouse_invoice_time', 'birth'];
  expect(days.filter(isPlanField)).toEqual(['next_follow_up_time', 'account_date']);
});
