/**
 * Serves the built renderer from one folder, by exact name. Anything that is not a file in it is not found.
 */
import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export interface RendererFile {
  body: Buffer;
  type: string;
  isPage: boolean;
}

/** `path` is a URL path; `/` is the page. Returns null for traversal, unknown types and missing files. */
export const readRendererFile = async (folder: string, path: string): Promise<RendererFile | null> => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const name = decoded === '/' || decoded === '' ? '/index.html' : decoded;
  const root = resolve(folder);
  const file = resolve(root, `.${name}`);
  const type = MIME[extname(file)];
  if (!file.startsWith(root + sep) || !type) return null;
  try {
    return { body: await readFile(file), type, isPage: extname(file) === '.html' };
  } catch {
    return null;
  }
};
