// Prints the results of `npm run test:sim -- --whole`: what was reached and how often, what was never
// reached, and which histories violated an invariant. Returns true if the run failed.

/** Reached only with damaged files or a locked keyring. */
const BY_DAMAGE = ['accounts.recover', 'accounts.renewLocked'];
/** With fewer histories a state may be missed by chance: six of eight series of 1,000 missed a rare state. */
const RUNS_FOR_ALL = 5000;
/** States that the histories must reach, in addition to every procedure. */
const STATES = [
  'connectivity online',
  'connectivity offline',
  'connectivity sign-in',
  'connectivity unknown',
  'list waiting',
  'list loading',
  'list complete',
  'list left-out',
  'list not-offered',
  ...['company', 'lead', 'receipt', 'outboundInvoice', 'trailNote'].flatMap((kind) =>
    ['queued', 'uncertain', 'applied', 'discarded'].map((state) => `item ${kind} ${state}`),
  ),
  ...['company', 'lead'].map((kind) => `item ${kind} conflict`),
  ...['company', 'outboundInvoice', 'trailNote'].map((kind) => `item ${kind} rejected`),
  ...['new', 'folded'].map((outcome) => `submitted company ${outcome}`),
  // An item that was sent without a verdict gets a successor when it is edited itself.
  ...['replaced', 'successor'].map((outcome) => `edited company ${outcome}`),
  'crash at the disk',
  'crash between steps',
];

export const reportWhole = (parts, { seconds, seed, states, damage }) => {
  const sum = (pick) => {
    const all = {};
    for (const part of parts)
      for (const [key, n] of Object.entries(pick(part) ?? {})) all[key] = (all[key] ?? 0) + n;
    return all;
  };
  const total = (key) => parts.reduce((all, part) => all + part[key], 0);
  const reached = sum((part) => part.reached);
  const wanted = [...parts[0].procedures.filter((name) => name !== 'events'), ...STATES].filter(
    (name) => damage || !BY_DAMAGE.includes(name),
  );
  const missed = wanted.filter((name) => !reached[name]);
  if (states)
    for (const [name, n] of Object.entries(reached).sort()) console.log(`${String(n).padStart(8)}  ${name}`);
  console.log(
    `${wanted.length - missed.length} of ${wanted.length} procedures and states reached${missed.length > 0 ? `; never: ${missed.join(', ')}` : ''}`,
  );
  console.log(
    Object.entries(sum((part) => part.faults))
      .sort()
      .map(([key, n]) => `${key} ${n}`)
      .join(', '),
  );
  const failures = parts.flatMap((part) => part.failures);
  console.log(
    `${total('runs')} histories of the whole core from seed ${seed} in ${seconds.toFixed(1)} s (${Math.round((total('runs') / seconds) * 60)} a minute); ${total('steps')} steps; ${(total('cpuMs') / total('runs')).toFixed(0)} ms of processor time a history; ${failures.length} violations`,
  );
  for (const one of failures) console.log(`seed ${one.seed}: ${one.detail.split('\n')[0]}`);
  return failures.length > 0 || (missed.length > 0 && total('runs') >= RUNS_FOR_ALL);
};
