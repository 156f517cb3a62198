/**
 * Uses the outbox through the app's own connection: the typed client over the loopback socket, the service's
 * control interface, and an outbox with an item in every state. Imports only packages and types, so that
 * plain Node can also run it for screenshots.
 */
import type { IntentKind } from '#shared/domain/intent';
import { createHash } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import type { Contract } from '../../src/shared/contract/contract';
import type { Fault } from '../../src/service/control/faults';

export type Core = ContractRouterClient<Contract>;
export const PASSWORD = {
  kind: 'password',
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  username: 'rep@demo.example',
  password: 'demo-password',
} as const;
export const KINDS = ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'] as const;
export const PATHS = {
  company: '/v1/company/pushCompanyAndCustomers',
  lead: '/v1/lead/push',
  outboundInvoice: '/v1/invoices/outbound/push',
  receipt: '/v1/invoices/receiptRegistration/push',
  trailNote: '/v1/dynamic/trail/push',
} as const;

/** Acts as a second window of the app: the first window is told about its changes. */
export const openCore = (appUrl: string): { core: Core; close: () => void } => {
  const { host, search } = new URL(appUrl);
  const socket = new WebSocket(`ws://${host}/core${search}`, { origin: `http://${host}` });
  return {
    core: createORPCClient<Core>(new RPCLink({ websocket: socket as never })),
    close: () => socket.close(),
  };
};

/** Connects to the service as the demo's rep and waits until the newest pages of every list are read. */
export const connectAndCopy = async (core: Core, serviceUrl: string): Promise<void> => {
  const tested = await core.accounts.test({ baseUrl: serviceUrl, credentials: PASSWORD });
  const self = tested.ok ? (tested.users.find(({ email }) => email === PASSWORD.username)?.id ?? null) : null;
  const connected = await core.accounts.connect({
    baseUrl: serviceUrl,
    credentials: PASSWORD,
    name: 'Northwind',
    selfUserId: self,
  });
  if (!connected.ok) throw new Error(`not connected: ${connected.error.code}`);
  await until(async () => (await core.sync.state()).newestPagesRead, 90_000);
};

export const until = async (done: () => Promise<boolean>, withinMs = 20_000): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${done.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
};

/**
 * Waits until the details of every record are read. On a busy machine the first round ends before that, and
 * lists that show a field of the details (the next follow-up) grow for a while.
 */
export const untilDetailsRead = (core: Core, withinMs = 120_000): Promise<void> =>
  until(async () => {
    const { freshAsOf, resources } = await core.sync.state();
    return (
      freshAsOf !== null &&
      resources.every(
        ({ details, detailsExpected }) => detailsExpected === null || details >= detailsExpected,
      )
    );
  }, withinMs);

export interface TrueRecord {
  id: string;
  doc: Record<string, unknown>;
  detail: Record<string, unknown>;
}

/** The service's control interface, and requests of another installation by the same rep. */
export const controlOf = (serviceUrl: string) => {
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${serviceUrl}/_control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  return {
    fault: (fault: Fault) => post('faults', fault),
    clearFaults: async (): Promise<void> =>
      void (await fetch(`${serviceUrl}/_control/faults`, { method: 'DELETE' })),
    touch: (resource: string, id: string, patch: Record<string, unknown>) =>
      post('touch', { resource, id, patch }),
    remove: (resource: string, id: string) => post('remove', { resource, id }),
    truth: async (resource: string): Promise<TrueRecord[]> =>
      (await (await fetch(`${serviceUrl}/_control/truth/${resource}`)).json()) as TrueRecord[],
    posts: async (path: string): Promise<number> =>
      (
        (await (await fetch(`${serviceUrl}/_control/requests`)).json()) as { method: string; path: string }[]
      ).filter((one) => one.method === 'POST' && one.path.startsWith(path)).length,
    /** Pushes as the same rep from another computer, without this app. */
    pushElsewhere: async (path: string, body: string): Promise<void> => {
      const password = createHash('sha256').update(PASSWORD.password).digest('hex');
      const form = new URLSearchParams({
        grant_type: 'password',
        client_id: PASSWORD.clientId,
        client_secret: PASSWORD.clientSecret,
        username: PASSWORD.username,
        password,
        scope: 'company lead invoices user',
      });
      const { access_token } = (await (
        await fetch(`${serviceUrl}/v1/oauth2/access_token`, { method: 'POST', body: form })
      ).json()) as { access_token: string };
      const answer = await fetch(`${serviceUrl}${path}`, {
        method: 'POST',
        headers: { authorization: access_token, 'content-type': 'application/json' },
        body,
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    },
  };
};
export type Control = ReturnType<typeof controlOf>;

export const releaseAll = async (core: Core): Promise<void> => {
  for (const kind of KINDS) await core.outbox.release({ kind });
};

type SubmitInput = Parameters<Core['outbox']['submit']>[0];
/** Submits a command and returns its id. Without `base` an edit has the base that the record's form has. */
export const submit = async (
  core: Core,
  made: { kind: string; target?: string | null } & Record<string, unknown>,
  base?: SubmitInput['base'],
): Promise<string> => {
  const command = { schema: 1, target: null, children: [], ...made };
  const { kind, target } = command;
  const known =
    base === undefined && target !== null
      ? await core.outbox.editBase({ kind: kind as IntentKind, ref: target })
      : null;
  const done = await core.outbox.submit({ command, base: base ?? known?.base ?? null });
  if (!done.ok) throw new Error(`refused: ${JSON.stringify(done)}`);
  return done.id;
};

/** Changes some fields of a record, as the edit form does. */
export const submitEdit = async (
  core: Core,
  kind: 'company' | 'lead' | 'outboundInvoice' | 'receipt',
  id: string,
  fields: Record<string, unknown>,
): Promise<string> => {
  const start = await core.outbox.editBase({ kind, ref: id });
  const required = kind === 'company' ? { pool_id: String(start?.current.fields.pool_id ?? '0') } : {};
  return submit(core, { kind, target: id, fields: { ...required, ...fields } }, start?.base ?? null);
};

export const stateOf = async (core: Core, id: string): Promise<string | undefined> =>
  (await core.outbox.get({ id }))?.intent.state;
export const inState = (core: Core, id: string, state: string, withinMs?: number): Promise<void> =>
  until(async () => (await stateOf(core, id)) === state, withinMs);

/**
 * The oldest companies of the rep. Their details are in the cache, so that edits have a base; the newest ones may be
 * those that a test has just made.
 */
export const ownCompanies = async (core: Core, count: number): Promise<{ id: string; name: string }[]> => {
  const self = (await core.accounts.state()).account?.selfUserId ?? '';
  const { rows } = await core.records.page({
    view: {
      resource: 'company',
      filters: [{ field: 'user_id', op: 'in', values: [self] }],
      sort: [{ field: 'create_time', direction: 'asc' }],
    },
    start: 0,
    limit: count,
  });
  for (const { id } of rows) await core.sync.fetchDetail({ resource: 'company', id });
  return rows.map(({ id, values }) => ({ id, name: String(values.name) }));
};

/** An order without an invoice, and its first line with at least three pieces, for an invoice. */
export const orderLine = async (
  core: Core,
): Promise<{ orderId: string; companyId: string; line: Record<string, unknown> }> => {
  // Only the details of an invoice say which orders it is for.
  const invoices = await core.records.page({ view: { resource: 'outboundInvoice' }, start: 0, limit: 60 });
  for (const { id } of invoices.rows)
    if (!id.startsWith('local:')) await core.sync.fetchDetail({ resource: 'outboundInvoice', id });
  const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 60 });
  for (const { id } of rows) {
    const related = await core.records.related({ resource: 'order', id });
    if (related.some(({ resource }) => resource === 'outboundInvoice')) continue;
    await core.sync.fetchDetail({ resource: 'order', id });
    const { product_list: list, company } = (await core.records.get({ resource: 'order', id }))?.values ?? {};
    const lines = Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
    const line = lines[0];
    if (line?.unique_id !== undefined && Number(line.count) >= 3 && company)
      return { orderId: id, companyId: String((company as Record<string, unknown>).company_id), line };
  }
  throw new Error('no order without an invoice');
};

/**
 * A receipt whose answer is lost while the same rep enters the same receipt on another computer. Two records
 * match, so the user decides.
 */
export const doubtfulReceipt = async (core: Core, control: Control, companyId: string): Promise<string> => {
  const self = (await core.accounts.state()).account?.selfUserId ?? '1';
  await control.fault({ kind: 'latency', delayMs: 3000, method: 'POST', path: PATHS.receipt });
  await control.fault({ kind: 'lost', method: 'POST', path: PATHS.receipt });
  const id = await submit(core, {
    kind: 'receipt',
    fields: {
      amount: '1200',
      currency: 'USD',
      company_id: companyId,
      handler: [self],
      collection_date: '2026-11-20',
      account_name: 'Hafen Handel GmbH',
      bank_name: 'Deutsche Bank',
    },
  });
  await inState(core, id, 'sending');
  // Blocks the read-back until the other receipt exists.
  await control.fault({
    kind: 'status',
    status: 503,
    method: 'GET',
    path: '/v1/invoices/receiptRegistration/list',
    times: 1000,
  });
  await inState(core, id, 'uncertain');
  await control.pushElsewhere(PATHS.receipt, (await core.outbox.get({ id }))?.payload?.body ?? '{}');
  await control.clearFaults();
  await until(async () => (await core.outbox.get({ id }))?.intent.waits === 'your-decision', 60_000);
  return id;
};

/**
 * Fills an outbox with an item in every state, for pictures. Leads stay unreviewed; the last push never gets
 * an answer.
 */
export const fillEveryState = async (core: Core, control: Control): Promise<void> => {
  for (const kind of KINDS) if (kind !== 'lead') await core.outbox.release({ kind });
  const [one, two, three] = await ownCompanies(core, 3);
  const invoice = await orderLine(core);
  if (!one || !two || !three) throw new Error('too few companies');
  const done = await submit(core, {
    kind: 'trailNote',
    fields: {
      company_id: one.id,
      content: 'Samples of the new valve arrived, they like the finish. Call back on Friday.',
      remark_type: 103,
    },
  });
  await inState(core, done, 'applied');
  const gone = await submit(core, {
    kind: 'trailNote',
    fields: { company_id: two.id, content: 'Typed into the wrong record', remark_type: 101 },
  });
  await core.outbox.discard({ id: gone });

  const line = {
    ref: 'local:line-1',
    fields: {
      order_id: invoice.orderId,
      order_record_id: String(invoice.line.unique_id),
      product_id: String(invoice.line.product_id),
      sku_id: String(invoice.line.sku_id ?? '0'),
      outbound_count: '12',
      sale_price: '18.75',
    },
  };
  const refused = await submit(core, {
    kind: 'outboundInvoice',
    fields: {
      serial_id: ' ',
      currency: 'USD',
      company_id: invoice.companyId,
      warehouse_invoice_time: '2026-11-20 10:00:00',
    },
    children: [line],
  });
  await inState(core, refused, 'rejected');

  await core.outbox.pause({ paused: true });
  const conflict = await submitEdit(core, 'company', one.id, {
    address: '88 Harbour Road, Hamburg',
    tel: '+49 40 555 0199',
    star: 4,
  });
  await control.touch('company', one.id, { address: '12 Kai Street, Bremen', tel: '+49 421 77 88 99' });
  await core.outbox.pause({ paused: false });
  await inState(core, conflict, 'conflict');

  await doubtfulReceipt(core, control, two.id);

  await control.fault({ kind: 'reset', method: 'POST', path: PATHS.company });
  const checking = await submit(core, {
    kind: 'company',
    fields: { name: 'Lisboa Têxteis Lda', short_name: 'Lisboa', country: 'PT', pool_id: '0', star: 3 },
    children: [
      {
        ref: 'local:p1',
        fields: {
          name: 'Inês Duarte',
          email: 'ines@lisboa.example',
          tel: '912345678',
          main_customer_flag: 1,
        },
      },
      { ref: 'local:p2', fields: { name: 'Rui Melo', email: 'rui@lisboa.example', post: 'Buyer' } },
    ],
  });
  await inState(core, checking, 'uncertain');
  await submit(core, {
    kind: 'receipt',
    fields: { amount: '640.50', currency: 'EUR', company_id: checking },
  });
  await submit(core, {
    kind: 'lead',
    fields: {
      name: 'Canton fair: Pacific Tools',
      company_name: 'Pacific Tools Pty',
      country: 'AU',
      remark: 'Wants prices for 500 sets',
    },
    children: [{ ref: 'local:p3', fields: { name: 'Jane Moss', email: 'jane@pacific.example' } }],
  });
  const held = await submitEdit(core, 'company', three.id, {
    remark: 'Wants net 60, ask finance first',
    next_follow_up_time: '2026-11-27 09:30:00',
  });
  await core.outbox.hold({ id: held, held: true });
  await core.outbox.saveDraft({
    kind: 'company',
    form: { schema: 1, values: { fields: { name: 'Ruhr Werkzeug' }, children: [], names: {} } },
  });

  await control.fault({ kind: 'stall', method: 'POST', path: PATHS.trailNote });
  const sending = await submit(core, {
    kind: 'trailNote',
    fields: {
      company_id: three.id,
      content: 'Visited the plant, second line starts in March.',
      remark_type: 107,
    },
  });
  await inState(core, sending, 'sending');
};
