/**
 * SQLite's native module needs Node-API 10 and crashes an older Node with a segmentation fault and no
 * message. A program that opens a database checks this first. `scripts/node-version.mjs` does the same for
 * the commands, which an old Node may run before anything is built.
 */
const NODE_API = 10;
const LOWEST: readonly [major: number, minor: number] = [22, 19];

/** One line that says which Node is needed; null if these `versions` (process.versions) are sufficient. */
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
