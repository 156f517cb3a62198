// Which Node runs Satchel, and where npm installed one. SQLite's native module is built for Node-API 10. It
// crashes an older Node with a segmentation fault and no message, so the versions are compared before the
// module is loaded.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_API = 10;
const SYSTEM_NAMES = { win32: 'win' };
const repository = dirname(dirname(fileURLToPath(import.meta.url)));

const lowestNode = () =>
  /^>=(\d+)\.(\d+)$/
    .exec(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).engines.node)
    .slice(1)
    .map(Number);

/** Returns true if a Node with these `versions` loads SQLite and everything else that Satchel uses. */
export const isNewEnough = ({ node, napi }) => {
  const [major, minor] = node.split('.').map(Number);
  const [lowestMajor, lowestMinor] = lowestNode();
  return Number(napi) >= NODE_API && (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor));
};

/** Path of the Node that npm installed for this system and processor, or null. */
export const findNpmsNode = ({ platform, arch } = process, folder = repository) => {
  const system = `${SYSTEM_NAMES[platform] ?? platform}-${arch}`;
  const file = platform === 'win32' ? 'node.exe' : 'node';
  return (
    [`node-${system}`, `node-bin-${system}`]
      .map((name) => join(folder, 'node_modules', name, 'bin', file))
      .find((path) => existsSync(path)) ?? null
  );
};

/** The message to the user if Node is too old. */
export const tooOld = ({ node }) =>
  `Satchel needs Node ${lowestNode().join('.')} or newer, and this is Node ${node}. ` +
  'Run npm install, which brings one for most systems, or install one from https://nodejs.org.';
