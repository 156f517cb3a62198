/** The forms over a whole core that is copied and may send: for what becomes of items and forms later. */
import type { IntentKind } from '#shared/domain/intent';
import { afterEach, expect, vi } from 'vitest';
import { makeRig } from '../sync/make-rig';
import { ORIGIN } from '../sync/service-fixture';
import { loadForms } from './form-desk';

export const NEW_FORM = { mode: 'new', ownDraft: null, about: null } as const;

export interface Document {
  [key: string]: unknown;
}

export const makeOutboxDesk = () => {
  const rig = makeRig();
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const desk = async () => {
    await rig.connect({ dataset: 30 });
    await rig.releaseAll();
    await rig.window().outbox.setUndoSeconds({ seconds: 0 });
    const forms = await loadForms(rig);
    const { core } = forms;
    const { cache } = rig.workspace();
    const item = async (id: string) => {
      const found = await core.outbox.get({ id });
      if (found === null) throw new Error('no such item');
      return found.intent;
    };
    const until = async (id: string, state: string): Promise<void> => {
      await vi.waitFor(async () => expect((await item(id)).state).toBe(state), { timeout: 20_000 });
    };
    /** Submits a command with the base that the record's form has. */
    const submit = async (made: { kind: string; target?: string | null } & Record<string, unknown>) => {
      const command = { schema: 1, target: null, children: [], ...made };
      const { kind, target } = command;
      const known =
        target === null ? null : await core.outbox.editBase({ kind: kind as IntentKind, ref: target });
      const answer = await core.outbox.submit({ command, base: known?.base ?? null });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.id;
    };
    /** Sends a command. `arrives`: the service takes it; no answer comes. `cuts`: after that nothing can be read. */
    const inDoubt = async (
      command: Parameters<typeof submit>[0],
      { arrives = false, cuts = false } = {},
    ): Promise<string> => {
      rig.service.wire.intercept = async (request, pass) => {
        if (request.method !== 'POST') return pass();
        if (arrives) await pass();
        if (cuts) rig.cut();
        return { kind: 'failure', reason: 'reset', unsent: false, detail: 'cut off' };
      };
      const id = await submit(command);
      await core.outbox.sendNow({ id });
      await until(id, 'uncertain');
      return id;
    };
    /** Enters a receipt of 100 and sends it. Returns its id at the service. */
    const deliveredReceipt = async (): Promise<string> => {
      const made = await submit({
        kind: 'receipt',
        fields: {
          amount: '100',
          currency: 'USD',
          collection_date: '2026-11-20',
          company_id: cache.liveIds('company')[0] ?? '',
          handler: [cache.liveIds('user')[0] ?? ''],
        },
      });
      await core.outbox.sendNow({ id: made });
      await until(made, 'applied');
      return (await item(made)).realId ?? '';
    };
    /** An order of several lines, and its lines as those of an invoice. */
    const order = () => {
      const documents = cache.liveIds('order').map((id) => cache.get('order', id)?.row.values as Document);
      const found = documents.find(
        ({ product_list: list }) => Array.isArray(list) && list.length > 2 && list[0].unique_id,
      );
      if (found === undefined) throw new Error('no order of several lines');
      const lines = found.product_list as Document[];
      return {
        /** The fields of an invoice for the order. */
        fieldsOf: (serial_id: string) => ({
          serial_id,
          currency: found.currency,
          company_id: String((found.company as Document).company_id),
          handler: [cache.liveIds('user')[0] ?? ''],
          status: 1,
        }),
        line: (at: number, ref: string, count = '5') => ({
          ref,
          fields: {
            product_id: String(lines[at]?.product_id),
            sku_id: String(lines[at]?.sku_id),
            outbound_count: count,
            sale_price: '5',
            order_id: String(found.order_id),
            order_record_id: String(lines[at]?.unique_id),
          },
        }),
      };
    };
    return { ...forms, cache, submit, item, until, inDoubt, deliveredReceipt, order };
  };
  /** The next call of the window is done, and its answer is lost. */
  const loseAnswer = (): void => {
    const { outbox } = rig.workspace();
    const once = outbox.once.bind(outbox);
    vi.spyOn(outbox, 'once').mockImplementationOnce((...args: Parameters<typeof once>) => {
      once(...args);
      throw new Error('the answer is lost');
    });
  };
  /** A colleague saves at the service. Returns `data` of its answer. */
  const colleague = async (path: string, body: object): Promise<Document> => {
    const { context, fetch } = rig.service.service;
    const userId = context.store
      .sql(`SELECT CAST(id AS TEXT) FROM record WHERE resource = 'user' ORDER BY id DESC LIMIT 1`)
      .pluck()
      .get() as string;
    const user = { userId, nickname: 'Other' };
    const { accessToken } = context.tokens.grant('colleague', user, 'company lead invoices', false);
    const answer = await fetch(
      new Request(`${ORIGIN}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: accessToken, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return ((await answer.json()) as { data: Document }).data;
  };
  return { rig, desk, loseAnswer, colleague };
};

/** The items that a save made; throws if the form was not saved. */
export const savedId = (result: { kind: string }): string => {
  expect(result).toMatchObject({ kind: 'saved' });
  return (result as { kind: string; intentId: string }).intentId;
};
