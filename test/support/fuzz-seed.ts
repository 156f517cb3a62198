/**
 * The seed of all property tests. It is the same in every run, so that a run that passed passes again. `.ci/run` tries
 * another seed each time and only prints what it finds. `SATCHEL_FUZZ_SEED=5 npm run test:unit` repeats such a run.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SATCHEL_FUZZ_SEED ?? 1) });
