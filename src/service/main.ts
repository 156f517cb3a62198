/** `npm run service`: the service as a program. The only place in this folder that reads the real clock and real chance. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { parseCli, USAGE, type CliOptions } from './cli-options';
import { startHttpService } from './http-front';

const fail = (message: string): never => { process.stderr.write(`${message}\n`); process.exit(1); };

const openDatabase = (options: CliOptions): Database.Database => {
  if (options.dataDirectory === undefined) return new Database(':memory:');
  const directory = resolve(options.dataDirectory);
  mkdirSync(directory, { recursive: true });
  const db = new Database(join(directory, 'service.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  return db;
};

const run = async (options: CliOptions): Promise<void> => {
  const db = openDatabase(options);
  const front = await startHttpService({
    database: db, clock: () => Date.now(), random: () => randomBytes(4).readUInt32BE() / 4_294_967_296, port: options.port, profile: options.profile, seed: options.seed,
    ...(options.dataset === undefined ? {} : { dataset: options.dataset }), control: options.control, httpErrors: options.httpErrors, tokenTtlSeconds: options.tokenTtlSeconds, quirks: options.quirks,
  });
  const held = front.service.context.store.meta('dataset');
  if (options.dataset !== undefined && held !== String(options.dataset)) {
    await front.close();
    fail(`The data directory already holds dataset ${held}; choose another with --data, or leave --dataset out.`);
  }
  if (options.quirkNames.length > 0) process.stderr.write(`Quirks: ${options.quirkNames.join(', ')}\n`);
  process.stdout.write(`Service is at ${front.url}\n`);
  const stop = (): void => { void front.close().then(() => { db.close(); process.exit(0); }); };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};

const parsed = parseCli(process.argv.slice(2));
if ('help' in parsed) process.stdout.write(`${USAGE}\n`);
else if ('problem' in parsed) fail(`${parsed.problem}. See --help.`);
else {
  run(parsed).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') fail(`Port ${parsed.port} is in use; choose another with --port.`);
    fail(`The service could not start: ${error.message}`);
  });
}
