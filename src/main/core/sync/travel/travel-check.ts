/**
 * Checks which of the records that the user takes along are on this computer. It reads only the cache, a few
 * records per turn of the event loop. `travel-state.ts` decides what can be downloaded.
 */
import type { RecordView, View } from '#shared/contract/records';
import { travelKindOf, type TravelPin, type TravelPinState } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS, travelKeyOf, type TravelKind } from '#shared/domain/travel';
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { CacheStore } from '../../store/cache-store';

export type IdsByKind = ReadonlyMap<ResourceName, ReadonlySet<string>>;

export interface TravelCheck {
  pins: TravelPinState[];
  /** The records that are taken along, without those that belong to them. */
  subjects: ReadonlyMap<TravelKind, ReadonlySet<string>>;
  /** These records and everything that belongs to them. */
  all: IdsByKind;
  /** The records of `all` whose details are missing or old. */
  wanting: IdsByKind;
  /** Records of lists that were left out, because there are too many. */
  beyond: number;
}

export interface TravelCheckOptions {
  cache: Pick<CacheStore, 'belonging' | 'page'>;
  /**
   * Returns false if the service does not offer the details of a resource. Then none of them can be missing.
   */
  hasDetails: (resource: ResourceName) => boolean;
  /** A record as the screens show it, with pending work; null if it is not on this computer. */
  recordOf: (resource: TravelKind, id: string) => Pick<RecordView, 'title' | 'removed'> | null;
  turn: () => Promise<void>;
}

/** Records looked at between two turns of the event loop. */
const PIECE = 20;
const PAGE = 100;
const LOCAL = 'local:';

export const NOTHING_PINNED: TravelCheck = {
  pins: [],
  subjects: new Map(),
  all: new Map(),
  wanting: new Map(),
  beyond: 0,
};

/**
 * Checks all pins. A record that was delivered has its real id. One that was discarded before its delivery is
 * left out. Rejects if `turn` rejects, e.g. because the account is closed.
 */
export const checkTravel = async (
  pins: readonly TravelPin[],
  options: TravelCheckOptions,
): Promise<TravelCheck> => {
  const subjects = new Map<TravelKind, Set<string>>();
  const [all, wanting] = [new Map<ResourceName, Set<string>>(), new Map<ResourceName, Set<string>>()];
  let [beyond, room, looked] = [0, MOST_TRAVEL_RECORDS, 0];
  const told: TravelPinState[] = [];
  for (const pin of pins) {
    const resource = travelKindOf(pin);
    const record = pin.kind === 'record' ? options.recordOf(resource, pin.id) : null;
    if (record === null && pin.kind === 'record' && pin.id.startsWith(LOCAL)) continue;
    const list = pin.kind === 'list' ? await listIds(pin, options) : null;
    const ids = list?.ids ?? (pin.kind === 'record' ? [pin.id] : []);
    beyond += list?.beyond ?? 0;
    let [records, missing, known, skipped] = [0, 0, 0, 0];
    for (const id of ids) {
      if (looked++ % PIECE === 0) await options.turn();
      const isNew = !setOf(subjects, resource).has(id);
      if (isNew && room === 0) {
        beyond += 1;
        skipped += 1;
        continue;
      }
      // A record that is not delivered yet, or not read since, is only on this computer. Nothing of it can be
      // missing.
      const isShown = record !== null && record.removed !== true;
      const found = options.cache.belonging(resource, id) ?? (isShown ? [] : null);
      if (found === null) continue;
      known += 1;
      if (isNew) room -= 1;
      setOf(subjects, resource).add(id);
      records += found.length === 0 ? 1 : 0;
      for (const kind of found) {
        for (const one of kind.ids) setOf(all, kind.resource).add(one);
        records += kind.ids.length;
        if (!options.hasDetails(kind.resource)) continue;
        for (const one of kind.wanting) setOf(wanting, kind.resource).add(one);
        missing += kind.wanting.length;
      }
    }
    told.push({
      key: travelKeyOf(pin),
      kind: pin.kind,
      resource,
      id: pin.kind === 'record' ? pin.id : null,
      ...(pin.kind === 'list' ? { view: pin.view } : {}),
      title: pin.kind === 'list' ? pin.name : (record?.title ?? pin.id),
      subjects: known,
      records,
      missing,
      // A record beyond the limit was not looked for.
      isGone: pin.kind === 'record' && known + skipped === 0,
    });
  }
  return { pins: told, subjects, all, wanting, beyond };
};

const listIds = async (
  { view }: Extract<TravelPin, { kind: 'list' }>,
  { cache, turn }: TravelCheckOptions,
): Promise<{ ids: string[]; beyond: number }> => {
  const ids: string[] = [];
  for (;;) {
    await turn();
    const { total, rows } = pageOf(cache, view, ids.length);
    ids.push(...rows.map(({ id }) => id));
    if (rows.length === 0 || ids.length >= Math.min(total, MOST_TRAVEL_RECORDS))
      return { ids, beyond: Math.max(0, total - ids.length) };
  }
};

/**
 * A list that names a field which no longer exists has no records. Otherwise one such list would end the check
 * of all, and with it the pull, which reads the details of pinned records first.
 */
const pageOf = (
  cache: Pick<CacheStore, 'page'>,
  view: View,
  start: number,
): ReturnType<CacheStore['page']> => {
  try {
    return cache.page(view, start, PAGE, []);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'bad-input') return { total: 0, rows: [] };
    throw cause;
  }
};

const setOf = <K>(map: Map<K, Set<string>>, key: K): Set<string> => {
  const held = map.get(key) ?? new Set<string>();
  map.set(key, held);
  return held;
};
