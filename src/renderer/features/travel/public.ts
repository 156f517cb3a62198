export { asTravelKind, recordPin, TakeAlongButton, useTakeAlong, useTakeAlongKey } from './take-along';
