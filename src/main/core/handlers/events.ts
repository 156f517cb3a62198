/** Everything that changes without being asked for: one stream per window. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { EventHub } from './event-hub';

export const eventsHandler = (hub: EventHub) =>
  implement(contract).events.handler(async () => hub.subscribe());
