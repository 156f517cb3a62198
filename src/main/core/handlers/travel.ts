/** Getting ready to travel, for the windows. Checks read the disk alone. */
import { ORPCError, implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { TravelState } from '#shared/contract/travel';
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

export const travelHandlers = (accounts: Accounts) => {
  const os = implement(contract.travel).use(withCopyErrorCodes(accounts));
  const travel = () => accounts.current()?.travel ?? null;
  const open = () => {
    const held = travel();
    if (!held) throw new ORPCError('no-account', { message: 'no account is open' });
    return held;
  };
  return {
    state: os.state.handler(() => travel()?.state() ?? NOTHING),
    pins: os.pins.handler(() => travel()?.keys() ?? []),
    pin: os.pin.handler(({ input }) => ({ done: open().pin(input.pins) })),
    unpin: os.unpin.handler(({ input }) => {
      open().unpin(input.keys);
      return { done: true };
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
