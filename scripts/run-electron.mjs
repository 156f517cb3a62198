// Starts Electron, and distinguishes a start that this system does not allow from an app that ended.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const KEPT_CHARACTERS = 20_000;
const LAST_WORDS_MS = 500;

/** The messages of Electron before it gives up, and their meaning for the user. */
const REFUSALS = [
  {
    says: /SUID sandbox helper|No usable sandbox/,
    means: (_found, binary) => {
      const helper = join(dirname(binary), 'chrome-sandbox');
      return (
        'Electron’s sandbox cannot start: this system does not let programs make user namespaces ' +
        '(Ubuntu 23.10 and later do not). ' +
        `With these rights it can: sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}".`
      );
    },
  },
  {
    says: /error while loading shared libraries: ([^:\s]+)/,
    means: ([, library]) => `Electron cannot start: the system has no ${library}.`,
  },
  {
    says: /The platform failed to initialize|Missing X server or \$DISPLAY/,
    means: () => 'Electron cannot start: there is no display.',
  },
];

const refusalIn = (output, binary) => {
  for (const { says, means } of REFUSALS) {
    const found = says.exec(output);
    if (found) return means(found, binary);
  }
  return null;
};

const WITH_VALUE = /^--(?:port|data|base-url)$/;

/**
 * Joins each of Satchel's options with its value: `--data DIR` becomes `--data=DIR`. Electron on Windows ends
 * at once if another switch follows an address.
 */
const joinValues = (args) =>
  args.flatMap((arg, at) => {
    if (WITH_VALUE.test(args[at - 1] ?? '')) return [];
    return WITH_VALUE.test(arg) && args[at + 1] !== undefined ? [`${arg}=${args[at + 1]}`] : [arg];
  });

// The program that started Satchel may close this output; Satchel continues.
process.stderr.on('error', () => undefined);

/**
 * Runs Electron until it ends, and forwards signals to it. `refusal` is null, or says in a line why this
 * system does not let Electron start; `code` is the exit code.
 */
export const runElectron = (binary, args, { cwd } = {}) =>
  new Promise((resolve) => {
    const child = spawn(binary, joinValues(args), { cwd, stdio: ['inherit', 'inherit', 'pipe'] });
    let first = '';
    child.stderr.on('data', (chunk) => {
      if (first.length < KEPT_CHARACTERS) first += chunk;
      process.stderr.write(chunk);
    });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, forward);
    const end = (code, refusal) => {
      for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, forward);
      resolve({ code, refusal });
    };
    child.on('error', (error) => end(1, `Electron cannot start: ${error.message}.`));
    // 'close' comes after the last output. A browser that the app opened may hold the stream open long after
    // the exit, so it is destroyed then.
    child.on('exit', () => setTimeout(() => child.stderr.destroy(), LAST_WORDS_MS).unref());
    child.on('close', (code) => end(code ?? 1, code === 0 ? null : refusalIn(first, binary)));
  });
