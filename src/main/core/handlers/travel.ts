/** Getting ready to travel, for the windows. Checks read the disk alone. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { TravelPin, TravelState } from '#shared/contract/travel';
import { travelKeyOf } from '#shared/domain/travel';
import type { Accounts } from '../accounts/accounts';
import { withCopyErrorCodes } from './contract-errors';

const NOTHING: TravelState = {
  pins: [],
  counts: [],
  missing: [],
  absent: [],
  asOf: null,
  running: null,
  beyond: 0,
};

/** Adds the filters of the lists, so that a window sees whether a saved view has others since. */
const withViews = (state: TravelState, pins: readonly TravelPin[]): TravelState => {
  const views = new Map(
    pins.flatMap((pin) => (pin.kind === 'list' ? [[travelKeyOf(pin), pin.view] as const] : [])),
  );
  return {
    ...state,
    pins: state.pins.map((pin) => {
      const view = views.get(pin.key);
      return view === undefined ? pin : { ...pin, view };
    }),
  };
};

export const travelHandlers = (accounts: Accounts) => {
  const os = implement(contract.travel).use(withCopyErrorCodes(accounts));
  const travel = () => accounts.current()?.travel ?? null;
  return {
    state: os.state.handler(async () => {
      const workspace = accounts.current();
      if (workspace === null) return NOTHING;
      const state = await workspace.travel.state();
      return withViews(state, workspace.pins());
    }),
    pins: os.pins.handler(() => travel()?.keys() ?? []),
    pin: os.pin.handler(({ input }) => ({ done: travel()?.pin(input.pins) ?? false })),
    unpin: os.unpin.handler(({ input }) => {
      const held = travel();
      held?.unpin(input.keys);
      return { done: held !== null };
    }),
    prepare: os.prepare.handler(() => {
      const held = travel();
      held?.prepare();
      return { done: held !== null };
    }),
    stop: os.stop.handler(() => {
      const held = travel();
      held?.stop();
      return { done: held !== null };
    }),
  };
};
