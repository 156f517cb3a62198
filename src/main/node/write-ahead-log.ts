/**
 * SQLite's write-ahead log as bytes (https://www.sqlite.org/fileformat2.html#walformat). SQLite reads it up
 * to the first frame with a wrong checksum and silently ignores the rest, so commits after a damaged frame
 * would be lost. This module finds such damage and folds every frame into a copy of the database, from which
 * rows can be read one by one.
 *
 * A partly written end of the log after a kill is not damage, because no complete commit follows it.
 */
import { copyFileSync, existsSync, openSync, closeSync, readFileSync, statSync, writeSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const USUAL_PAGE = 4096;

interface Frame {
  page: number;
  /** The size of the database after the commit that this frame ends, in pages; 0 if it ends none. */
  sizePages: number;
  /** Its checksum matches the checksum stored before it. */
  whole: boolean;
  data: Buffer;
}
interface Log {
  pageSize: number;
  headerWhole: boolean;
  frames: Frame[];
}

/** Returns true if a complete commit is in a part that SQLite will not read. */
export const isLogDamaged = (path: string): boolean => {
  const log = readLog(`${path}-wal`);
  if (!log) return false;
  const broken = log.headerWhole ? log.frames.findIndex((frame) => !frame.whole) : 0;
  return broken >= 0 && log.frames.some((frame, at) => at >= broken && endsCommit(frame));
};

const endsCommit = ({ whole, sizePages }: Frame): boolean => whole && sizePages > 0;

/**
 * Writes the database to `copy`, with every frame up to the last complete commit, including damaged frames. A frame
 * whose page number is damaged may name a page that the database never had. It is left out: the copy would have
 * gigabytes.
 */
export const foldLog = (path: string, copy: string): void => {
  copyFileSync(path, copy);
  const log = readLog(`${path}-wal`);
  if (!log) return;
  const last = log.frames.findLastIndex(endsCommit);
  const sizes = log.frames.filter(endsCommit).map(({ sizePages }) => sizePages);
  const pages = Math.max(Math.ceil(statSync(copy).size / log.pageSize), ...sizes);
  const file = openSync(copy, 'r+');
  try {
    for (const frame of log.frames.slice(0, last + 1).filter(({ page }) => page <= pages))
      writeSync(file, frame.data, 0, frame.data.length, (frame.page - 1) * log.pageSize);
  } finally {
    closeSync(file);
  }
};

const readLog = (path: string): Log | null => {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  if (bytes.length < HEADER + FRAME_HEADER) return null;
  const bigEndian = (bytes.readUInt32BE(0) & 1) === 1;
  const stored = sumAt(bytes, 24);
  const headerWhole =
    (bytes.readUInt32BE(0) & ~1) >>> 0 === MAGIC &&
    isSame(checksum([0, 0], bytes.subarray(0, 24), bigEndian), stored);
  const pageSize = headerWhole ? bytes.readUInt32BE(8) : USUAL_PAGE;
  // If the header is damaged, the first frame also contains the salts.
  const salts = headerWhole ? bytes.subarray(16, 24) : bytes.subarray(HEADER + 8, HEADER + 16);
  const frames: Frame[] = [];
  let before = stored;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    const head = bytes.subarray(at, at + FRAME_HEADER);
    const data = bytes.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
    const sum = checksum(checksum(before, head.subarray(0, 8), bigEndian), data, bigEndian);
    const whole = isSame(sum, sumAt(head, 16));
    const page = head.readUInt32BE(0);
    // A frame of an older round of the log. The rest was written before the current round.
    if (!whole && !head.subarray(8, 16).equals(salts)) {
      const next = at + FRAME_HEADER + pageSize;
      if (next + 16 > bytes.length || !bytes.subarray(next + 8, next + 16).equals(salts)) break;
    }
    if (page > 0) frames.push({ page, sizePages: head.readUInt32BE(4), whole, data });
    before = sumAt(head, 16);
  }
  return { pageSize, headerWhole, frames };
};

type Sum = readonly [number, number];
const sumAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const isSame = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1];

const checksum = (start: Sum, bytes: Buffer, bigEndian: boolean): Sum => {
  let [s1, s2] = start;
  for (let at = 0; at < bytes.length; at += 8) {
    const a = bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const b = bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    s1 = (s1 + a + s2) >>> 0;
    s2 = (s2 + b + s1) >>> 0;
  }
  return [s1, s2];
};
