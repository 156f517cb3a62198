// Runs tests on mutants in a copy of the tree: which test files reach which mutant, and which of those fail
// with it.
import { fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An order may take three times as long as its test files took unbroken, and this much longer. */
const GRACE_MS = 10_000;
const WITHOUT_LIMIT_MS = 3_600_000;

/** A Vitest over the copy. It is restarted after an order that did not end. */
export const createSession = (copy) => {
  const [state, hits] = [join(copy, 'mutant.json'), join(copy, 'hits.jsonl')];
  let child = null;
  const answer = () =>
    new Promise((resolve) => {
      const [one, ended] = [child, () => resolve({ broken: 'the session ended' })];
      one.once('exit', ended);
      one.once('message', (message) => {
        one.off('exit', ended);
        resolve(message);
      });
    });
  const start = async () => {
    child = fork(join(copy, 'scripts/mutation/session.mjs'), [copy, state, hits], {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await answer();
  };
  const end = () => {
    if (child === null) return;
    try {
      // Kills the process group with the workers: one of them may be in an endless loop.
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
    child = null;
  };
  /** The answer; null if none came in time. */
  const run = async (order, limitMs = WITHOUT_LIMIT_MS) => {
    if (child === null) await start();
    const answered = answer();
    child.send(order);
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, limitMs, null);
    });
    const result = await Promise.race([answered, late]);
    clearTimeout(timer);
    if (result === null || result.broken) end();
    if (result?.broken) console.error(result.broken);
    return result;
  };
  return {
    end,
    /** The test files that import one of these sources, directly or not. */
    related: async (sources) =>
      (await run({ list: true, related: sources.map((one) => join(copy, one)) })).list,
    /** The mutants that each test file reaches, without an active mutant. */
    reach: async (files) => {
      rmSync(hits, { force: true });
      writeFileSync(hits, '');
      const result = await run({ active: null, files });
      const reached = new Map();
      for (const line of readFileSync(hits, 'utf8').split('\n').filter(Boolean)) {
        const one = JSON.parse(line);
        reached.set(one.file, one.reached);
      }
      return (result.files ?? []).map((one) => ({ ...one, reached: reached.get(one.file) ?? [] }));
    },
    /** Whether one of these test files fails with the mutant, and which test. */
    judge: async (id, tests) => {
      const usualMs = tests.reduce((sum, { ms }) => sum + ms, 0);
      const result = await run({ active: id, files: tests.map(({ file }) => file) }, 3 * usualMs + GRACE_MS);
      if (result === null) return { killed: true, by: 'does not end' };
      if (result.broken) return { killed: true, by: 'the process ended' };
      const failed = result.files.find(({ ok }) => !ok);
      if (failed) return { killed: true, by: failed.failed[0] ?? failed.errors[0] ?? failed.file };
      return result.unheard.length > 0 ? { killed: true, by: result.unheard[0] } : { killed: false, by: '' };
    },
  };
};
