export {
  asTravelKind,
  listPin,
  recordPin,
  TakeAlongButton,
  useTakeAlong,
  useTakeAlongKey,
} from './take-along';
