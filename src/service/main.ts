/**
 * `npm run service`: the service as a program. Only this file of the folder uses the real clock and real
 * random numbers.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { nodeProblem } from '#shared/node-version';
import { parseCli, USAGE, type CliOptions } from './cli-options';
import { createService } from './create-service';
import { startHttpService } from './http-front';

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/**
 * Folder by folder, because Node's recursive mkdir never ends if a file system answers ENOENT for a folder
 * that it cannot create (/proc).
 */
const ensureDirectory = (directory: string): void => {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(directory) !== directory) ensureDirectory(dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(directory).isDirectory())
      throw new UnwritableDirectory(directory, error);
  }
};

/** The data directory cannot be made. */
class UnwritableDirectory extends Error {
  constructor(directory: string, cause: unknown) {
    super(
      `cannot make ${directory} (${(cause as NodeJS.ErrnoException).code ?? String(cause)}); choose another directory with --data`,
      { cause },
    );
  }
}

const chance = (): number => randomBytes(4).readUInt32BE() / 4_294_967_296;

/**
 * A dataset is loaded without a journal into a temporary file, which is renamed when it is complete. So
 * everything is written once, and a kill leaves no partial file.
 */
const fillDatabase = (path: string, { dataset, seed }: CliOptions): void => {
  const making = `${path}.making`;
  rmSync(making, { force: true });
  const db = new Database(making);
  for (const pragma of [
    'journal_mode = OFF',
    'synchronous = OFF',
    'cache_size = -262144',
    'temp_store = MEMORY',
  ])
    db.pragma(pragma);
  createService({
    database: db,
    clock: () => Date.now(),
    random: chance,
    seed,
    ...(dataset === undefined ? {} : { dataset }),
  });
  db.close();
  renameSync(making, path);
};

const openDatabase = (options: CliOptions): Database.Database => {
  if (options.dataDirectory === undefined) return new Database(':memory:');
  const directory = resolve(options.dataDirectory);
  ensureDirectory(directory);
  const path = join(directory, 'service.db');
  if (!existsSync(path)) fillDatabase(path, options);
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  return db;
};

const run = async (options: CliOptions): Promise<void> => {
  const db = openDatabase(options);
  const front = await startHttpService({
    database: db,
    clock: () => Date.now(),
    random: chance,
    port: options.port,
    profile: options.profile,
    seed: options.seed,
    ...(options.dataset === undefined ? {} : { dataset: options.dataset }),
    control: options.control,
    httpErrors: options.httpErrors,
    tokenTtlSeconds: options.tokenTtlSeconds,
    quirks: options.quirks,
  });
  const held = front.service.context.store.meta('dataset');
  if (options.dataset !== undefined && held !== String(options.dataset)) {
    await front.close();
    fail(
      `The data directory already holds dataset ${held}; choose another with --data, or leave --dataset out.`,
    );
  }
  const stop = (): void => {
    void front.close().then(() => {
      db.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Printed last, because the program that waits for this line may end the process at once.
  if (options.quirkNames.length > 0) process.stderr.write(`Quirks: ${options.quirkNames.join(', ')}\n`);
  process.stdout.write(`Service is at ${front.url}\n`);
};

const problem = nodeProblem(process.versions);
if (problem !== null) fail(problem);
const parsed = parseCli(process.argv.slice(2));
if ('help' in parsed) process.stdout.write(`${USAGE}\n`);
else if ('problem' in parsed) fail(`${parsed.problem}. See --help.`);
else {
  run(parsed).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') fail(`Port ${parsed.port} is in use; choose another with --port.`);
    fail(`The service could not start: ${error.message}`);
  });
}
