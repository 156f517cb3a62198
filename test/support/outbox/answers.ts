/** Answers of a service that refuses, loses answers, or shows its records late. */
import { vi } from 'vitest';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import type { makeRig } from '../sync/make-rig';

export const isPush = ({ method, url }: HttpRequest): boolean => method === 'POST' && url.includes('push');

export const answer = ({ url }: HttpRequest, text: string): HttpResult => ({
  kind: 'answer',
  status: 200,
  headers: {},
  text,
  url,
});
export const refusal = (request: HttpRequest): HttpResult =>
  answer(request, '{"code":404,"message":"locked","data":{}}');
export const LOST: HttpResult = { kind: 'failure', reason: 'reset', unsent: false, detail: 'cut off' };

type Item = Record<string, unknown>;
/** The answer with other data. */
export const withData = (got: HttpResult, change: (data: Item) => Item): HttpResult => {
  if (got.kind !== 'answer') return got;
  const body = JSON.parse(got.text) as { data: Item };
  return { ...got, text: JSON.stringify({ ...body, data: change(body.data) }) };
};
/** The answer of a list without the records that `isHidden` names, and with a total that fits. */
export const withoutRows = (got: HttpResult, isHidden: (item: Item) => boolean): HttpResult =>
  withData(got, (data) => {
    if (!Array.isArray(data.list)) return data;
    const list = (data.list as Item[]).filter((item) => !isHidden(item));
    const total = Number(data.totalItem ?? data.count) - data.list.length + list.length;
    return { ...data, list, totalItem: total, count: total };
  });

/**
 * Until `shows`, pushes are answered by `push` (at first a refusal) and do not reach the service, and `hide` changes
 * the answers of reads.
 */
export const showsLate = (
  rig: ReturnType<typeof makeRig>,
  hide: (request: HttpRequest, got: HttpResult) => HttpResult,
) => {
  const late = { shows: false, push: refusal };
  const intercept = async (request: HttpRequest, pass: () => Promise<HttpResult>): Promise<HttpResult> => {
    if (!late.shows && isPush(request)) return late.push(request);
    const got = await pass();
    return late.shows ? got : hide(request, got);
  };
  return Object.assign(late, {
    begin: (): void => {
      rig.service.wire.intercept = intercept;
      rig.workspace().outbox.reconnected();
    },
  });
};

/** The next push reaches the service; its answer is lost, and nothing can be read after it. */
export const losesNextAnswer = (rig: ReturnType<typeof makeRig>): void => {
  rig.service.wire.intercept = async (request, pass) => {
    if (!isPush(request)) return pass();
    await pass();
    rig.cut();
    return LOST;
  };
};

interface Listing {
  core: { outbox: { list(filter: object): Promise<{ id: string; state: string }[]> } };
}
/** Waits until every item is settled: none waits, is being sent, or is in doubt. */
export const allSettled = async ({ core }: Listing): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const states = (await core.outbox.list({})).map(({ state }) => state);
      if (states.some((state) => ['queued', 'sending', 'uncertain'].includes(state)))
        throw new Error(`not settled: ${states.join()}`);
      return states;
    },
    { timeout: 25_000 },
  );
