// What the reports of the simulations share: sums over the parts that ran beside each other, and the lines about them.

/** Returns functions that add up the results of the parts. */
export const adding = (parts) => ({
  /** The sum of a number that each part has. */
  total: (key) => parts.reduce((all, part) => all + part[key], 0),
  /** The sums of the counts that `pick` takes from each part, by name. */
  sum: (pick) => {
    const all = {};
    for (const part of parts)
      for (const [key, n] of Object.entries(pick(part) ?? {})) all[key] = (all[key] ?? 0) + n;
    return all;
  },
});

/** `a 1, b 2` */
export const listOf = (counts) =>
  Object.entries(counts)
    .map(([key, n]) => `${key} ${n}`)
    .join(', ');

/** `; never: a, b`, or nothing if none was missed. */
export const neverText = (missed, separator) =>
  missed.length > 0 ? `; never: ${missed.join(separator)}` : '';

/** A count with its name, aligned with the lines above and below. */
export const countLine = (n, name) => `${String(n).padStart(8)}  ${name}`;

/** How long the runs took. */
export const paceText = (runs, seconds) =>
  `in ${seconds.toFixed(1)} s (${Math.round((runs / seconds) * 60)} a minute)`;

/** Prints the histories that violated an invariant. Returns true if there are any. */
export const printFailures = (failures) => {
  for (const one of failures) console.log(`seed ${one.seed}: ${one.detail.split('\n')[0]}`);
  return failures.length > 0;
};
