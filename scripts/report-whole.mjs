// Prints the results of `npm run test:sim -- --whole`: what was reached and how often, what was never
// reached, and which histories violated an invariant. Returns true if the run failed.
import { adding, countLine, listOf, neverText, paceText, printFailures } from './report-parts.mjs';

/** Reached only with damaged files or a locked keyring. */
const BY_DAMAGE = ['accounts.recover', 'accounts.renewLocked'];
/** With fewer histories a state may be missed by chance: six of eight series of 1,000 missed a rare state. */
const RUNS_FOR_ALL = 5000;
/** Kinds of edits, and those of which a record can be edited. */
const KINDS = ['company', 'lead', 'opportunity', 'outboundInvoice', 'receipt', 'trailNote'];
const EDITED = ['company', 'lead', 'opportunity', 'receipt'];
/** States that the histories must reach, in addition to every procedure. */
const STATES = [
  'connectivity online',
  'connectivity offline',
  'connectivity sign-in',
  'connectivity unknown',
  ...[
    'waiting',
    'loading',
    'complete',
    'failed',
    'unverified',
    'no-permission',
    'left-out',
    'not-offered',
  ].map((state) => `list ${state}`),
  ...KINDS.flatMap((kind) =>
    ['queued', 'sending', 'uncertain', 'applied', 'rejected', 'discarded'].map(
      (state) => `item ${kind} ${state}`,
    ),
  ),
  ...EDITED.flatMap((kind) => [`item ${kind} conflict`, `submitted ${kind} folded`]),
  ...KINDS.map((kind) => `submitted ${kind} new`),
  // An item that was sent without a verdict gets a successor when it is edited itself.
  ...EDITED.flatMap((kind) => ['replaced', 'successor'].map((outcome) => `edited ${kind} ${outcome}`)),
  ...['mine', 'theirs', 'base', 'typed'].map((choice) => `merge ${choice}`),
  'form caution delivered',
  'crash at the disk',
  'crash between steps',
];

export const reportWhole = (parts, { seconds, seed, states, damage }) => {
  const { sum, total } = adding(parts);
  const reached = sum((part) => part.reached);
  const wanted = [...parts[0].procedures.filter((name) => name !== 'events'), ...STATES].filter(
    (name) => damage || !BY_DAMAGE.includes(name),
  );
  const missed = wanted.filter((name) => !reached[name]);
  if (states) for (const [name, n] of Object.entries(reached).sort()) console.log(countLine(n, name));
  console.log(
    `${wanted.length - missed.length} of ${wanted.length} procedures and states reached${neverText(missed, ', ')}`,
  );
  console.log(listOf(Object.fromEntries(Object.entries(sum((part) => part.faults)).sort())));
  const failures = parts.flatMap((part) => part.failures);
  const runs = total('runs');
  const facts = [
    `${runs} histories of the whole core from seed ${seed} ${paceText(runs, seconds)}`,
    `${total('steps')} steps`,
    `${(total('cpuMs') / runs).toFixed(0)} ms of processor time a history`,
    `${failures.length} violations`,
  ];
  console.log(facts.join('; '));
  return printFailures(failures) || (missed.length > 0 && runs >= RUNS_FOR_ALL);
};
