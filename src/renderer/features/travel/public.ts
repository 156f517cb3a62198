export { TakeAlongButton } from './take-along-button';
export { asTravelKind, listPin, recordPin } from './travel-pins';
export { preloadTakeAlong, useTakeAlong, useTakeAlongKey } from './use-take-along';
