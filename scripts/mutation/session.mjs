// A process of a mutation run. It holds one Vitest over the copy of the tree and runs the test files of each
// order, with one active mutant or none. The parent kills and restarts it if a mutant does not end.
import { writeFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';

const [root, state, hits] = process.argv.slice(2);
process.env.SATCHEL_MUTANT = state;
const switchOn = (active) => writeFileSync(state, JSON.stringify({ active, hits }));
switchOn(null);
const vitest = await createVitest({
  root,
  config: `${root}/mutation.config.ts`,
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  passWithNoTests: true,
});
await vitest.standalone?.();

let all = null;
const specsOf = async ({ files }) => {
  all ??= await vitest.globTestSpecifications();
  return files.flatMap((file) => all.filter(({ moduleId }) => moduleId === file));
};

const run = async (order) => {
  switchOn(order.active);
  for (const project of vitest.projects) project.config.bail = order.active === null ? 0 : 1;
  vitest.config.bail = order.active === null ? 0 : 1;
  const specs = await specsOf(order);
  // Vitest would report the results of earlier orders again.
  for (const known of [vitest.state.filesMap, vitest.state.idMap, vitest.state.errorsSet]) known.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  return {
    pid: process.pid,
    unheard: unhandledErrors.map(String),
    files: testModules
      .filter(({ moduleId }) => order.files.includes(moduleId))
      .map((one) => ({
        file: one.moduleId,
        ok: one.ok(),
        ms: Math.round(one.diagnostic().duration + one.diagnostic().collectDuration),
        failed: [...one.children.allTests('failed')].map(({ fullName }) => fullName).slice(0, 1),
        errors: one.errors().map(({ message }) => message.slice(0, 200)),
      })),
  };
};

const list = async ({ related }) => {
  vitest.config.related = related;
  return { list: (await vitest.getRelevantTestSpecifications()).map(({ moduleId }) => moduleId) };
};

process.on('message', (order) => {
  (order.list ? list(order) : run(order)).then(
    (answer) => process.send(answer),
    (error) => process.send({ broken: error.stack ?? String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
