// Prints the results of `npm run test:sim`: how often each state transition of the outbox was taken, which was never
// taken, and which runs violated an invariant. Each function returns true if the run failed.
import { adding, countLine, listOf, neverText, paceText, printFailures } from './report-parts.mjs';

/** With fewer runs a transition may be missed by chance. */
const RUNS_FOR_ALL = 2000;

/** A transition with how often it was taken, and whether the simulation says that this is impossible or rare. */
const edgeLine = ({ key, impossible, rare }, times) => {
  const notes = [impossible ? `impossible: ${impossible}` : '', rare ? `rare: ${rare}` : ''];
  return [countLine(times, key), ...notes.filter((note) => note !== '')].join('   ');
};

/** How often each state was entered, from the counts of the transitions. */
const statesEntered = (taken) => {
  const entered = {};
  for (const [key, n] of Object.entries(taken)) {
    const state = /→ (\w+)/.exec(key)?.[1];
    entered[state] = (entered[state] ?? 0) + n;
  }
  return entered;
};

/** `late`: requests commit after the late-commit bound, so transitions may be taken that are impossible otherwise. */
export const reportOutbox = (parts, { seconds, seed, states, late }) => {
  const { sum, total } = adding(parts);
  const { edges } = parts[0];
  const taken = sum((part) => part.transitions);
  const possible = edges.filter((edge) => !edge.impossible);
  const missed = possible.filter((edge) => !edge.rare && !taken[edge.key]).map(({ key }) => key);
  if (states) for (const edge of edges) console.log(edgeLine(edge, taken[edge.key] ?? 0));
  console.log(`states entered: ${listOf(statesEntered(taken))}`);
  const takenEdges = edges.filter((edge) => taken[edge.key]);
  console.log(`${takenEdges.length} of ${possible.length} possible edges taken${neverText(missed, '; ')}`);
  const wrong = late ? [] : takenEdges.filter((edge) => edge.impossible);
  for (const { key } of wrong) console.log(`taken although declared impossible: ${key}`);
  const faults = sum((part) => part.faults);
  console.log(listOf(Object.fromEntries(Object.entries(faults).sort())));
  const runs = total('runs');
  const aRun = (n) => (n / runs).toFixed(1);
  const injected = Object.values(faults).reduce((all, n) => all + n, 0);
  const failures = parts.flatMap((part) => part.failures);
  const facts = [
    `${runs} runs from seed ${seed} ${paceText(runs, seconds)}`,
    `${aRun(total('operations'))} operations and ${aRun(injected)} faults a run`,
    `${total('pushes')} pushes`,
    `${(total('cpuMs') / runs).toFixed(0)} ms of processor time a run`,
    `${failures.length} violations`,
  ];
  console.log(facts.join('; '));
  const isIncomplete = missed.length > 0 && runs >= RUNS_FOR_ALL && !late;
  return printFailures(failures) || wrong.length > 0 || isIncomplete;
};

/** The broken variants of the outbox. Each must be killed by the invariant that is named for it. */
export const reportMutants = (parts, seconds) => {
  const results = parts.flatMap((part) => part.results).sort((a, b) => a.at - b.at);
  for (const { killed, name, invariant, seed, expected } of results) {
    const by = `by [${invariant}] at seed ${seed}${expected ? '' : ' (not the invariant named for it)'}`;
    console.log(killed ? `killed   ${name} ${by}` : `SURVIVED ${name} `);
  }
  const good = results.filter(({ killed, expected }) => killed && expected);
  console.log(
    `${good.length} of ${results.length} broken variants killed by their invariant in ${seconds.toFixed(0)} s`,
  );
  return good.length < results.length;
};
