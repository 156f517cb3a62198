/** The options of `npm start`, for both shells. An invalid option gives a one-line message. */
import { parseArgs } from 'node:util';

export interface StartOptions {
  port?: number;
  data?: string;
  baseUrl?: string;
  undoSeconds?: number;
  demo: boolean;
  web: boolean;
  open: boolean;
}

const START_USAGE =
  'Options: --web, --port=N, --data=DIR, --no-open, --demo, --base-url=URL, --undo-seconds=N.';

/** How long a saved item waits before it is sent, unless a start option or the user sets another time. */
export const DEFAULT_UNDO_SECONDS = 6;
const MOST_UNDO_SECONDS = 30;

export const parseStartOptions = (
  args: readonly string[],
): { ok: true; options: StartOptions } | { ok: false; message: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        data: { type: 'string' },
        'no-open': { type: 'boolean' },
        demo: { type: 'boolean' },
        'base-url': { type: 'string' },
        'undo-seconds': { type: 'string' },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535))
      return {
        ok: false,
        message: `--port takes a number from 0 to 65535, not "${values.port}". ${START_USAGE}`,
      };
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:\/\/[^/\s]+/.test(baseUrl))
      return {
        ok: false,
        message: `--base-url takes an address such as https://crm.example.com, not "${baseUrl}". ${START_USAGE}`,
      };
    const undo = values['undo-seconds'];
    const undoSeconds = undo === undefined ? undefined : Number(undo);
    if (
      undoSeconds !== undefined &&
      (undo === '' || !Number.isInteger(undoSeconds) || undoSeconds < 0 || undoSeconds > MOST_UNDO_SECONDS)
    )
      return {
        ok: false,
        message: `--undo-seconds takes a number from 0 to ${MOST_UNDO_SECONDS}, not "${undo}". ${START_USAGE}`,
      };
    return {
      ok: true,
      options: {
        ...(port === undefined ? {} : { port }),
        ...(values.data === undefined ? {} : { data: values.data }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(undoSeconds === undefined ? {} : { undoSeconds }),
        demo: values.demo ?? false,
        web: values.web ?? false,
        open: !(values['no-open'] ?? false),
      },
    };
  } catch (error) {
    return {
      ok: false,
      message: `${(error instanceof Error ? error.message : String(error)).split('\n')[0]} ${START_USAGE}`,
    };
  }
};

/** Chromium, the test driver and deep links add other arguments. Only ours are read. */
const OWN_SWITCH = /^--(?:web|no-open|demo|port|data|base-url|undo-seconds)(?:=|$)/;
const WITH_VALUE = /^--(?:port|data|base-url|undo-seconds)$/;

export const ownArguments = (args: readonly string[]): string[] =>
  args.filter(
    (arg, index) => OWN_SWITCH.test(arg) || (!arg.startsWith('-') && WITH_VALUE.test(args[index - 1] ?? '')),
  );
