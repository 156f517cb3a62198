import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheStore } from '#core/store/cache-store';
import type { Filter } from '#shared/contract/records';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';
import { layOver, serverTime, type Laying } from './overlay-fixture';

type Field = 'name' | 'short_name' | 'serial_id' | 'tel' | 'star' | 'update_time' | 'create_time';
type Values = Partial<Record<Field, string | number>>;
interface Held {
  values: Values;
  detail: Values | null;
  state: 'live' | 'removed' | 'tombstoned';
}
interface Made {
  id: string;
  target: string | null;
  realId: string | null;
  fields: Values;
  state: 'pending' | 'applied' | 'gone';
  at: string;
  appliedAt: string | null;
  pulled: boolean;
}

const NAMES = ['', 'abc', 'ABD lamps', 'Zeta', '海港进出口', '海口', 'éa', '%_'];
const TIMES = [
  '',
  '1970-01-01 08:00:00',
  '2026-01-01 00:00:00',
  '2026-01-02 10:00:00',
  '2026-05-31 23:59:59',
];
const listed = fc.record({
  name: fc.constantFrom(...NAMES),
  short_name: fc.constantFrom('', 'S', 's1'),
  serial_id: fc.constantFrom('', 'C1', 'C2'),
  update_time: fc.constantFrom(...TIMES),
  create_time: fc.constantFrom(...TIMES),
});
const edited = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    short_name: fc.constantFrom('', 'S', 'new'),
    tel: fc.constantFrom('', '138-0013', '999'),
    star: fc.constantFrom(1, 2, 5),
  },
  { requiredKeys: [] },
);
const slot = fc.nat({ max: 30 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('page' as const),
    items: fc.array(fc.record({ id: fc.integer({ min: 1, max: 12 }), values: listed }), { maxLength: 6 }),
    removed: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('detail' as const),
    slot,
    tel: fc.constantFrom('', '555'),
    star: fc.constantFrom(1, 3),
  }),
  fc.record({ do: fc.constant('create' as const), fields: edited }),
  fc.record({ do: fc.constant('edit' as const), slot, fields: edited }),
  fc.record({
    do: fc.constantFrom(
      'discard' as const,
      'refuse' as const,
      'apply' as const,
      'pull' as const,
      'bury' as const,
    ),
    slot,
  }),
);
const filter: fc.Arbitrary<Filter> = fc.constantFrom<Filter>(
  { field: 'name', op: 'contains', text: 'AB' },
  { field: 'name', op: 'in', values: ['zeta', 'abc'] },
  { field: 'short_name', op: 'empty' },
  { field: 'short_name', op: 'notEmpty' },
  { field: 'tel', op: 'contains', text: '138' },
  { field: 'star', op: 'in', values: ['1', '5'] },
  { field: 'star', op: 'between', from: '2' },
  { field: 'update_time', op: 'between', from: '2026-01-02' },
  { field: 'serial_id', op: 'in', values: ['C1'] },
  { field: 'tel', op: 'empty' },
);
const sort = fc.array(
  fc.record({
    field: fc.constantFrom<Field>(
      'name',
      'short_name',
      'serial_id',
      'tel',
      'star',
      'update_time',
      'create_time',
    ),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 2 },
);

const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const meaning = (values: Values, field: Field): string | number | null =>
  sentMeaning(values, field) ?? (field === 'update_time' ? sentMeaning(values, 'create_time') : null);
/** The same without the creation time as the last change of a record that was never edited. */
const sentMeaning = (values: Values, field: Field): string | number | null => {
  const value = values[field];
  if (value === undefined || value === '' || (typeof value === 'string' && value.startsWith('1970')))
    return null;
  return typeof value === 'number' ? value : field.endsWith('_time') ? value : fold(value);
};
/** Names are sorted without marks, and Chinese ones by their pinyin, after Latin ones. */
const SORTED_AS: Readonly<Record<string, string>> = {
  éa: 'ea',
  海港进出口: '\u4e00gangjinchukou',
  海口: '\u4e00kou',
};
const sortMeaning = (values: Values, field: Field): string | number | null => {
  const value = meaning(values, field);
  return typeof value === 'string' ? (SORTED_AS[value] ?? value) : value;
};
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
const passes = (values: Values, filter: Filter): boolean => {
  const value = meaning(values, filter.field as Field);
  const isEmpty = sentMeaning(values, filter.field as Field) === null;
  if (filter.op === 'empty') return isEmpty;
  if (filter.op === 'notEmpty') return !isEmpty;
  if (value === null) return false;
  if (filter.op === 'contains') return String(value).includes(filter.text.toLowerCase());
  if (filter.op === 'in')
    return filter.values.some((wanted) =>
      typeof value === 'number' ? Number(wanted) === value : fold(wanted) === value,
    );
  return filter.op === 'between'
    ? compare(value, typeof value === 'number' ? Number(filter.from) : (filter.from ?? '')) >= 0
    : true;
};
const hasWord = (values: Values, word: string): boolean =>
  ['name', 'short_name', 'serial_id'].some((key) =>
    String(values[key as Field] ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.startsWith(word)),
  );

/** What the screen must show, worked out from the story alone. */
class Story {
  readonly held = new Map<string, Held>();
  readonly made: Made[] = [];
  /** Rows of the cache, numbered as they first come. */
  readonly places = new Map<string, number>();
  readonly #base: number;
  tick = 0;
  constructor(base: number) {
    this.#base = base;
  }

  idOf(n: number): string {
    return String(this.#base + n);
  }
  recordOf(intent: Made): string {
    return (
      intent.realId ??
      (intent.target === null
        ? intent.id
        : (this.made.find((one) => one.id === intent.target)?.realId ?? intent.target))
    );
  }
  isSettled(id: string): boolean {
    return !this.made.some((one) => this.recordOf(one) === id && one.state === 'applied' && !one.pulled);
  }

  merged(): Map<string, { values: Values; removed: boolean }> {
    const all = new Map<string, { values: Values; removed: boolean }>();
    for (const [id, { values, detail, state }] of this.held)
      if (state === 'live') all.set(id, { values: { ...detail, ...values }, removed: false });
    for (const intent of this.made) {
      const id = this.recordOf(intent);
      if (intent.state === 'gone' || (intent.state === 'applied' && intent.pulled)) continue;
      const base = this.held.get(id);
      const isGone = base !== undefined && base.state !== 'live';
      if (isGone && !this.made.some((one) => this.recordOf(one) === id && one.state === 'pending')) continue;
      const born =
        this.made
          .filter((one) => this.recordOf(one) === id && one.state === 'applied')
          .map((one) => one.appliedAt ?? '')
          .sort()
          .at(-1) ??
        this.made.find((one) => this.recordOf(one) === id && one.state !== 'gone')?.at ??
        '';
      const row = all.get(id) ?? {
        values: base ? { ...base.detail, ...base.values } : { create_time: born, update_time: born },
        removed: isGone,
      };
      all.set(id, { ...row, values: { ...row.values, ...intent.fields } });
    }
    return all;
  }
}

const play = (
  story: Story,
  over: Laying,
  cache: CacheStore,
  one: typeof step extends fc.Arbitrary<infer T> ? T : never,
): void => {
  const pending = story.made.filter((intent) => intent.state === 'pending');
  const pick = <T>(items: readonly T[], at: number): T | undefined =>
    items.length === 0 ? undefined : items[at % items.length];
  const put = (id: string, values: Values, removed = false): void => {
    apply(cache, 'company', [{ company_id: Number(id), ...values }], { removed });
    if (!story.places.has(id)) story.places.set(id, story.places.size);
    story.held.set(id, {
      detail: story.held.get(id)?.detail ?? null,
      values,
      state: removed ? 'removed' : 'live',
    });
  };
  const details = (id: string, detail: Values): void => {
    applyDetail(cache, 'company', { company_id: Number(id), ...detail });
    story.held.get(id)!.detail = detail;
  };
  const push = (target: string | null, fields: Values): void => {
    const id = `local:${story.made.length}x${over.clock.at}`;
    over.push('company', { pool_id: '0', ...fields }, { id, ...(target === null ? {} : { target }) });
    story.made.push({
      id,
      target,
      realId: target !== null && !target.startsWith('local:') ? target : null,
      fields,
      state: 'pending',
      at: serverTime(over.clock.at),
      appliedAt: null,
      pulled: false,
    });
  };
  switch (one.do) {
    case 'page':
      for (const item of one.items)
        if (story.isSettled(story.idOf(item.id))) put(story.idOf(item.id), item.values, one.removed);
      return;
    case 'detail': {
      const id = pick(
        [...story.held.keys()].filter((key) => story.isSettled(key)),
        one.slot,
      );
      if (id !== undefined) details(id, { tel: one.tel, star: one.star });
      return;
    }
    case 'create':
      push(null, one.fields);
      return;
    case 'edit': {
      const id = pick(
        [
          ...story.held.keys(),
          ...pending.filter((intent) => intent.target === null).map((intent) => intent.id),
        ],
        one.slot,
      );
      if (id !== undefined) push(id, one.fields);
      return;
    }
    case 'bury': {
      const id = pick([...story.held.keys()], one.slot);
      if (id !== undefined && story.isSettled(id)) {
        cache.tombstone('company', [id]);
        story.held.get(id)!.state = 'tombstoned';
      }
      return;
    }
    case 'discard': {
      const intent = pick(
        pending.filter(
          (one) => !story.made.some((other) => other.target === one.id && other.state !== 'gone'),
        ),
        one.slot,
      );
      if (intent) {
        intent.state = 'gone';
        over.move(intent.id, 'discarded');
      }
      return;
    }
    case 'refuse': {
      const intent = pick(pending, one.slot);
      if (intent) over.move(intent.id, 'rejected');
      return;
    }
    case 'apply': {
      const intent = pick(
        pending.filter(
          (one) =>
            one.target === null ||
            !one.target.startsWith('local:') ||
            story.made.find((other) => other.id === one.target)?.state === 'applied',
        ),
        one.slot,
      );
      // Edits of one record go in order.
      if (
        !intent ||
        story.made.some(
          (other) =>
            other.state === 'pending' &&
            other !== intent &&
            story.recordOf(other) === story.recordOf(intent) &&
            story.made.indexOf(other) < story.made.indexOf(intent),
        )
      )
        return;
      story.tick += 1;
      const at = serverTime(Date.parse('2026-07-01T00:00:00Z') + story.tick * 1000);
      if (intent.target === null) intent.realId = story.idOf(100 + story.tick);
      Object.assign(intent, { state: 'applied', appliedAt: at });
      over.applied(intent.id, at, intent.target === null ? (intent.realId ?? undefined) : undefined);
      return;
    }
    case 'pull': {
      const id = pick(
        [
          ...new Set(
            story.made
              .filter((intent) => intent.state === 'applied' && !intent.pulled)
              .map((intent) => story.recordOf(intent)),
          ),
        ],
        one.slot,
      );
      if (id === undefined) return;
      const applied = story.made.filter(
        (intent) => intent.state === 'applied' && story.recordOf(intent) === id,
      );
      const all = Object.assign(
        {},
        story.held.get(id)?.detail,
        story.held.get(id)?.values,
        ...applied.map((intent) => intent.fields),
      ) as Values;
      const { tel = '', star = 1, ...values } = all;
      story.tick += 1;
      put(id, { ...values, update_time: serverTime(Date.parse('2026-07-01T00:00:00Z') + story.tick * 1000) });
      details(id, { tel, star });
      // What the service sent of the pool, so that nothing is left to show as sent.
      applyDetail(cache, 'company', { company_id: Number(id), tel, star, pool_id: 0 });
      for (const intent of applied) intent.pulled = true;
    }
  }
};

const walk = (
  over: Laying,
  view: Parameters<Laying['records']['page']>[0],
  step: number,
): { ids: string[]; removed: string[] } => {
  const [ids, removed]: [string[], string[]] = [[], []];
  for (let start = 0; ; start += step) {
    const { rows, total } = over.records.page(view, start, step, ['name']);
    for (const row of rows) {
      ids.push(row.id);
      if (row.removed) removed.push(row.id);
    }
    if (start + step >= total) {
      expect(ids.length).toBe(total);
      return { ids, removed };
    }
  }
};

describe('lists with pending work', () => {
  it('[OB34] reading all windows equals sorting and filtering the merged set, while records and intents change', () => {
    const cache = openTemporaryCache();
    let run = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        sort,
        fc.array(filter, { maxLength: 2 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('', '', 'ab', '海'),
        (steps, sort, filters, size, search) => {
          run += 1;
          cache.tombstone('company', cache.liveIds('company'));
          const story = new Story(1_000_000 + run * 1000);
          const over = layOver(cache);
          const order = (ids: Iterable<[string, { values: Values }]>, by: typeof sort): string[] =>
            [...ids]
              .sort(([x, a], [y, b]) => {
                for (const { field, direction } of by) {
                  const [p, q] = [sortMeaning(a.values, field), sortMeaning(b.values, field)];
                  if (p === null || q === null) {
                    if (p !== q) return p === null ? 1 : -1;
                    continue;
                  }
                  const found = compare(p, q);
                  if (found !== 0) return direction === 'asc' ? found : -found;
                }
                const place = (id: string): number => story.places.get(id) ?? Number.MAX_SAFE_INTEGER;
                const found = place(x) - place(y) || compare(x, y);
                return by[0]?.direction === 'desc' ? -found : found;
              })
              .map(([id]) => id);
          const by = sort.length > 0 ? sort : [{ field: 'update_time' as const, direction: 'desc' as const }];
          const ownWord = (values: Values): boolean =>
            search === '' ||
            (search === '海' ? String(values.name ?? '').includes('海') : hasWord(values, search));
          for (const one of steps) {
            play(story, over, cache, one);
            const merged = story.merged();
            const wanted = order(
              [...merged].filter(
                ([, row]) => filters.every((filter) => passes(row.values, filter)) && ownWord(row.values),
              ),
              by,
            );
            const shown = walk(over, { resource: 'company', sort, filters, search }, size);
            expect(new Set(shown.ids).size).toBe(shown.ids.length);
            expect(shown.ids).toEqual(wanted);
            expect(shown.removed.toSorted()).toEqual(
              wanted.filter((id) => merged.get(id)?.removed).toSorted(),
            );
            expect(walk(over, { resource: 'company', sort: sort.slice(0, 1) }, size).ids).toEqual(
              order(merged, by.slice(0, 1)),
            );
          }
          for (const intent of story.made) if (intent.state === 'pending') over.move(intent.id, 'discarded');
        },
      ),
      { numRuns: Number(process.env.OVERLAY_RUNS ?? 120) },
    );
  }, 120_000);
});
