import { expect, it } from 'vitest';
import { openInBrowser } from '../../../../src/main/node/open-in-browser';

const ADDRESS = 'http://127.0.0.1:5199/?k=c2VjcmV0';
/** What is started on this system, and what the program is told by its input. */
const opened = (system: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) => {
  const seen: { line: string[]; input: string }[] = [];
  openInBrowser(ADDRESS, {
    system,
    env,
    start: (command, args, reads) => {
      const one = { line: [command, ...args], input: '' };
      seen.push(one);
      return {
        stdin: reads ? { end: (text: string) => (one.input += text), on: () => undefined } : null,
        on: () => undefined,
        unref: () => undefined,
      };
    },
  });
  return seen;
};

it('on macOS the address with the secret is not on a command line, which other users can read', () => {
  const [one, ...others] = opened('darwin');
  expect(others).toEqual([]);
  expect(one?.line.join(' ')).not.toContain('127.0.0.1');
  expect(one?.input).toBe(`open location "${ADDRESS}"\n`);
});

it('on Linux it is the argument of xdg-open, and nothing is opened without a display', () => {
  expect(opened('linux', { DISPLAY: ':0' })).toEqual([{ line: ['xdg-open', ADDRESS], input: '' }]);
  expect(opened('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toHaveLength(1);
  expect(opened('linux')).toEqual([]);
});

it('on Windows it is an argument too: there a user cannot read the command lines of others', () => {
  expect(opened('win32')).toEqual([
    { line: ['rundll32', 'url.dll,FileProtocolHandler', ADDRESS], input: '' },
  ]);
});
