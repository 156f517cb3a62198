/** A cache in its own directory, and records as the service sends them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Files, Log } from '#core/ports/ports';
import type { ApplyOptions, CacheStore, IncomingRecord } from '#core/store/cache-store';
import { openCache } from '#core/store/open-cache';
import { createFiles } from '#node/files';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { parseLossless } from '#shared/http-api/lossless-json';

export const silent: Log = { error: () => {}, warn: () => {}, info: () => {} };

export const temporaryFiles = (): Files => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return createFiles(directory);
};

export const openTemporaryCache = (files: Files = temporaryFiles()): CacheStore => {
  const cache = openCache(files, 'cache.db', silent);
  onTestFinished(() => cache.close());
  return cache;
};

/** A list item from JSON text or from a plain object. */
export const incoming = (resource: ResourceName, item: string | Record<string, unknown>): IncomingRecord => {
  const raw = typeof item === 'string' ? item : JSON.stringify(item);
  const value = parseLossless(raw) as Record<string, unknown>;
  return { id: String(value[RESOURCE_INFO[resource].idField]), raw, value };
};

export const apply = (
  cache: CacheStore,
  resource: ResourceName,
  items: readonly (string | Record<string, unknown>)[],
  more: Partial<ApplyOptions> = {},
) =>
  cache.applyPage(
    resource,
    items.map((item) => incoming(resource, item)),
    { removed: false, fetchedAt: 1_000, ...more },
  );

export const applyDetail = (
  cache: CacheStore,
  resource: ResourceName,
  item: Record<string, unknown>,
  fetchedAt = 2_000,
): boolean => cache.applyDetail(resource, incoming(resource, item), fetchedAt);

export const idsOf = (cache: CacheStore, view: Parameters<CacheStore['page']>[0], limit = 500): string[] =>
  cache.page(view, 0, limit).rows.map((row) => row.id);
