/**
 * SQLite's native module is built for Node-API 10: it ends an older Node by a segmentation fault, without a
 * word. A program that opens a database compares first. `scripts/node-version.mjs` does the same for the
 * commands, which an old Node reads before anything is built.
 */
const NODE_API = 10;
const LOWEST: readonly [major: number, minor: number] = [22, 19];

/** One line that says which Node is needed, or null where these `versions` (process.versions) will do. */
export const nodeProblem = ({
  node = '0.0',
  napi = '0',
}: Readonly<Record<string, string | undefined>>): string | null => {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNewer = major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1]);
  if (isNewer && Number(napi) >= NODE_API) return null;
  return (
    `Satchel needs Node ${LOWEST.join('.')} or newer, and this is Node ${node}. ` +
    'Run npm install, which brings one for most systems, or install one from https://nodejs.org.'
  );
};
