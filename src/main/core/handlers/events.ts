/** The procedure for events: one stream per window, with every change, also those that the window made. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { EventHub } from './event-hub';

export const eventsHandler = (hub: EventHub) =>
  implement(contract).events.handler(async () => hub.subscribe());
