/**
 * Walks through a list by keys. A step is taken when the list has answered, so the next key may be pressed
 * before it. Each step goes on from the record that the step before opened. If the user goes somewhere else
 * meanwhile, for example closes the panel, the steps that are not taken yet are dropped.
 */
import { currentRoute, type Route } from '../navigation/router';
import { type ListPlace, stepInList } from './list-steps';
import { usePanel } from './panel-state';

interface Walk {
  /** The place where the last step led, or where the walk began. */
  route: Route;
  /** Steps that are not taken yet. */
  waiting: number;
  /** Ends when all of them are taken or dropped. */
  taken: Promise<void>;
}
let walk: Walk | null = null;

/** Ends when the open record was looked up in the list on the screen, which got another view. */
let placing: Promise<void> | null = null;

/** Steps wait until the open record is looked up. */
export const waitForPlace = (lookUp: Promise<void>): void => {
  const own = lookUp.finally(() => {
    if (placing === own) placing = null;
  });
  placing = own;
};
export const isBeingPlaced = (): boolean => placing !== null;

const takeStep = async (own: Walk, by: 1 | -1, open: (next: ListPlace) => void): Promise<void> => {
  await placing;
  const { cursor } = usePanel.getState();
  if (own.route !== currentRoute() || cursor?.index === undefined) return;
  const next = await stepInList({ ...cursor, index: cursor.index }, by);
  if (next === undefined || own.route !== currentRoute()) return;
  open(next);
  own.route = currentRoute();
};

/** Takes a step after those that were asked for before; `open` shows the record that it leads to. */
export const walkList = (by: 1 | -1, open: (next: ListPlace) => void): void => {
  const own =
    walk?.route === currentRoute() ? walk : { route: currentRoute(), waiting: 0, taken: Promise.resolve() };
  walk = own;
  own.waiting += 1;
  own.taken = own.taken
    .then(() => takeStep(own, by, open))
    // The list itself shows that it cannot be read.
    .catch(() => undefined)
    .finally(() => {
      own.waiting -= 1;
    });
};

/**
 * Runs the action of a key on the record that the steps before it lead to: at once if none is waiting, and not
 * at all if the user goes somewhere else before they are taken.
 */
export const afterSteps = (act: () => void): void => {
  const own = walk;
  if (own === null || own.waiting === 0 || own.route !== currentRoute()) return act();
  void own.taken.then(() => {
    if (own.route === currentRoute()) act();
  });
};
