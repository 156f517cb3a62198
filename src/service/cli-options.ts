/**
 * Parses the command line of `npm run service` strictly: an unknown or malformed option gives a one-line
 * message.
 */
import type { Profile } from './context';
import type { Dataset } from './dataset/seed-dataset';
import { ALL_QUIRKS, parseQuirks, seededQuirks, type Quirks } from './quirks';
import { seededRandom } from './random';

export interface CliOptions {
  port: number;
  /** Undefined: everything stays in memory. */
  dataDirectory: string | undefined;
  dataset: Dataset | undefined;
  profile: Profile;
  control: boolean;
  seed: number;
  httpErrors: boolean;
  tokenTtlSeconds: number;
  quirks: Partial<Quirks>;
  quirkNames: string[];
}

export const USAGE =
  'usage: npm run service -- [--port N] [--data DIR | --memory] [--dataset demo|empty|N] [--profile ' +
  'full|contract|live] [--control] [--seed N] [--http-errors] [--token-ttl SECONDS] [--quirks LIST|seeded]';

const VALUED = ['port', 'data', 'dataset', 'profile', 'seed', 'token-ttl', 'quirks'];
const FLAGS = ['memory', 'control', 'http-errors', 'help'];
const DEFAULT_DIRECTORY = '.cache/service';

class BadOption extends Error {}

const collect = (argv: readonly string[]): Map<string, string> => {
  const found = new Map<string, string>();
  for (let i = 0; i < argv.length; i += 1) {
    const [name = '', inline] = (argv[i] as string).split(/=(.*)/s);
    const key = name.replace(/^--/, '');
    if (!name.startsWith('--') || !(VALUED.includes(key) || FLAGS.includes(key)))
      throw new BadOption(`Unknown option ${name}`);
    if (found.has(key)) throw new BadOption(`--${key} is given twice`);
    if (FLAGS.includes(key)) {
      if (inline !== undefined) throw new BadOption(`--${key} takes no value`);
      found.set(key, '');
      continue;
    }
    const value = inline ?? argv[(i += 1)];
    if (value === undefined || value === '' || value.startsWith('--'))
      throw new BadOption(`--${key} needs a value`);
    found.set(key, value);
  }
  return found;
};

const whole = (
  options: Map<string, string>,
  key: string,
  low: number,
  high: number,
  fallback: number,
): number => {
  const text = options.get(key);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < low || value > high)
    throw new BadOption(`--${key} must be a whole number from ${low} to ${high}, not ${text}`);
  return value;
};

const datasetOf = (text: string | undefined): Dataset | undefined => {
  if (text === undefined || text === 'demo' || text === 'empty') return text;
  const orders = Number(text);
  if (!/^\d+$/.test(text) || orders < 1 || orders > 2_000_000)
    throw new BadOption(`--dataset must be demo, empty or a number of orders from 1 to 2000000, not ${text}`);
  return orders;
};

const quirksOf = (
  text: string | undefined,
  seed: number,
): { quirks: Partial<Quirks>; quirkNames: string[] } => {
  const list = text === 'seeded' ? seededQuirks(seededRandom(seed ^ 0x5eed)).join(',') : (text ?? '');
  const parsed = parseQuirks(list);
  if ('unknown' in parsed)
    throw new BadOption(
      `--quirks does not know ${parsed.unknown.join(', ')}; it knows seeded or any of ${Object.keys(ALL_QUIRKS).join(', ')}`,
    );
  return { quirks: parsed.quirks, quirkNames: list.split(',').filter(Boolean) };
};

/** The options, or a message about an error in them. */
export const parseCli = (argv: readonly string[]): CliOptions | { problem: string } | { help: true } => {
  try {
    const options = collect(argv);
    if (options.has('help')) return { help: true };
    if (options.has('memory') && options.has('data'))
      throw new BadOption('--data and --memory exclude each other');
    const profile = options.get('profile') ?? 'full';
    if (profile !== 'full' && profile !== 'contract' && profile !== 'live')
      throw new BadOption(`--profile must be full, contract or live, not ${profile}`);
    const seed = whole(options, 'seed', 0, 4_294_967_295, 1);
    return {
      port: whole(options, 'port', 0, 65_535, 0),
      dataDirectory: options.has('memory') ? undefined : (options.get('data') ?? DEFAULT_DIRECTORY),
      dataset: datasetOf(options.get('dataset')),
      profile,
      seed,
      control: options.has('control'),
      httpErrors: options.has('http-errors'),
      tokenTtlSeconds: whole(options, 'token-ttl', 1, 31_536_000, 28_800),
      ...quirksOf(options.get('quirks'), seed),
    };
  } catch (error) {
    if (error instanceof BadOption) return { problem: error.message };
    throw error;
  }
};
