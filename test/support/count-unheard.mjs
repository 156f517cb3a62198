// Preloaded into every thread of a process under test. Writes a line for each thread that loaded it, and one
// for each error without a handler. The monitor does not change how the process handles the error.
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

const file = process.env.SATCHEL_UNHEARD;
if (file) {
  appendFileSync(file, `thread ${threadId}\n`);
  process.on('uncaughtExceptionMonitor', (error, origin) =>
    appendFileSync(file, `${origin} in thread ${threadId}: ${error?.stack ?? String(error)}\n`),
  );
}
