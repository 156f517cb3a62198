/** Makes the pins of Travel: of one record, or of the rows of a list. */
import type { TravelPin } from '#shared/contract/travel';
import { TRAVEL_KINDS, type TravelKind } from '#shared/domain/travel';
import type { ResourceName } from '#shared/domain/resources';
import type { FullView, Params } from '../../records/list-view';
import { isSameView, type SavedView, viewParams } from '../../records/saved-view-model';

export const asTravelKind = (resource: ResourceName): TravelKind | undefined =>
  TRAVEL_KINDS.find((kind) => kind === resource);

/** Returns the pin of a record; null for a kind that cannot be added by itself. */
export const recordPin = (resource: ResourceName, id: string): TravelPin | null => {
  const kind = asTravelKind(resource);
  return kind === undefined ? null : { kind: 'record', resource: kind, id };
};

interface ShownList {
  /** The list as the screen shows it. */
  view: FullView & { resource: TravelKind };
  params: Params;
  views: readonly SavedView[];
  /** The name of a list that is not a saved view. */
  otherwise: string;
}

/** Names a list that is not saved by what it selects, so that the same list is never taken along twice (FNV-1a). */
const idOfSelection = (view: ShownList['view']): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify({ ...view, sort: [] })))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `unsaved-${hash.toString(16)}`;
};

/**
 * Returns the pin of all rows of a list. It has the id of the saved view only if the list shows the view as it
 * was saved: Travel takes a pin with this id for the saved view, and downloads what that selects.
 */
export const listPin = ({ view, params, views, otherwise }: ShownList): TravelPin => {
  const saved = views.find((one) => one.id === params.v && isSameView(one.params, viewParams(params)));
  return { kind: 'list', id: saved?.id ?? idOfSelection(view), name: saved?.name ?? otherwise, view };
};
