/**
 * The record in the panel. The address names it (`open=order~12`). The history of related records and the
 * position in the list are kept here, so that next and previous use the list that the user sees.
 */
import type { FullView } from './list-view';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';
import type { Screen } from '#shared/domain/screens';
import { onOtherAccount } from '../client/of-account';
import { currentRoute, goTo, setParams } from '../navigation/router';

export interface RecordRef {
  resource: ResourceName;
  id: string;
}
interface Cursor {
  view: FullView;
  /** Undefined if the list does not show the record: there is no next one then. */
  index: number | undefined;
  id: string;
  /** The list got another view, and the record was looked up in it. The list does not scroll to it. */
  lookedUp?: true;
}
interface PanelState {
  back: RecordRef[];
  cursor: Cursor | null;
  tab: string;
}

export const usePanel = create<PanelState>(() => ({ back: [], cursor: null, tab: 'details' }));
onOtherAccount(() => usePanel.setState({ back: [], cursor: null, tab: 'details' }));

export const formatOpen = ({ resource, id }: RecordRef): string => `${resource}~${id}`;

export const readOpen = (params: Readonly<Record<string, string>>): RecordRef | undefined => {
  const [name, id] = params.open?.split('~', 2) ?? [];
  const resource = RESOURCES.find((known) => known === name);
  return resource === undefined || id === undefined || id === '' ? undefined : { resource, id };
};

export const openFromList = (view: FullView, ref: RecordRef, index: number): void => {
  usePanel.setState({ back: [], cursor: { view, index, id: ref.id } });
  setParams({ open: formatOpen(ref) });
};

/**
 * Opens a related record in the same panel; the current one becomes one step back. A panel that was closed by
 * a step to another place has no way back to that place.
 */
export const openRelated = (ref: RecordRef): void => {
  const present = readOpen(currentRoute().params);
  usePanel.setState(({ back }) => ({ back: present ? [...back, present] : [], tab: 'details' }));
  setParams({ open: formatOpen(ref) });
};

export const goBack = (): void => {
  const { back } = usePanel.getState();
  const last = back.at(-1);
  if (!last) return;
  usePanel.setState({ back: back.slice(0, -1) });
  setParams({ open: formatOpen(last) });
};

export const closePanel = (): void => {
  usePanel.setState({ back: [] });
  setParams({ open: undefined });
};

/** Shows the open record under its real id; the history and the position in the list stay. */
export const followOpen = (from: RecordRef, id: string): void => {
  const renamed = (ref: RecordRef): RecordRef =>
    ref.resource === from.resource && ref.id === from.id ? { ...ref, id } : ref;
  usePanel.setState(({ back, cursor }) => ({
    back: back.map(renamed),
    cursor:
      cursor && cursor.view.resource === from.resource && cursor.id === from.id ? { ...cursor, id } : cursor,
  }));
  const present = readOpen(currentRoute().params);
  if (present) setParams({ open: formatOpen(renamed(present)) });
};

/** Opens a record on the screen that lists its kind. */
export const openOnScreen = (
  place: { screen: Screen; params: Record<string, string> },
  ref: RecordRef,
): void => {
  usePanel.setState({ back: [], cursor: null, tab: 'details' });
  goTo(place.screen, { ...place.params, open: formatOpen(ref) });
};
