/**
 * `/_control/*` (only with `--control`): faults for the next matching requests, changes by colleagues, and
 * the log of received requests. Plain JSON, no sign-in; not part of the contract.
 */
import type { Hono } from 'hono';
import type { ServiceContext } from '../context';
import { asId } from '../input';
import { parseExact, writeExact, type Json } from '../store/exact-json';
import { SERVICE_RESOURCES, type ServiceResource } from '../store/record-store';
import { FAULT_KINDS, type Fault, type FaultBook } from './faults';
import { purgeRecord, setRemoved, touchRecord, truthOf } from './inspect';
import type { RequestLog } from './request-log';

export interface ControlParts {
  context: ServiceContext;
  faults: FaultBook;
  log: RequestLog;
}

const json = (value: unknown, status = 200): Response =>
  new Response(writeExact(value), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
const problem = (message: string): Response => json({ problem: message }, 400);

const resourceOf = (value: unknown): ServiceResource | undefined =>
  SERVICE_RESOURCES.find((name) => name === value);

/** Only `kind` is checked; the test sets the other properties. */
const isFault = (body: Json): body is Json & Fault => FAULT_KINDS.some((kind) => kind === body['kind']);

const bodyOf = async (request: Request): Promise<Json> => {
  try {
    const value = parseExact((await request.text()) || '{}');
    return value !== null && typeof value === 'object' ? (value as Json) : {};
  } catch {
    return {};
  }
};

const recordActions: Readonly<
  Record<string, (context: ServiceContext, resource: ServiceResource, id: string, body: Json) => boolean>
> = {
  touch: (context, resource, id, body) => touchRecord(context, resource, id, (body['patch'] ?? {}) as Json),
  remove: (context, resource, id) => setRemoved(context, resource, id, true),
  restore: (context, resource, id) => setRemoved(context, resource, id, false),
  purge: (context, resource, id) => purgeRecord(context, resource, id),
};

export const controlRoutes = (app: Hono<never>, { context, faults, log }: ControlParts): void => {
  app.get('/_control/faults', () => json(faults.list()));
  app.delete('/_control/faults', () => {
    faults.clear();
    return json({ ok: true });
  });
  app.post('/_control/faults', async (c) => {
    const fault = await bodyOf(c.req.raw);
    if (!isFault(fault)) return problem(`kind must be one of ${FAULT_KINDS.join(', ')}`);
    return json({ id: faults.add(fault) });
  });
  app.get('/_control/requests', () => json(log.list()));
  app.delete('/_control/requests', () => {
    log.clear();
    return json({ ok: true });
  });
  app.post('/_control/expire-tokens', async (c) => {
    context.tokens.expireAll((await bodyOf(c.req.raw))['refresh'] === true);
    return json({ ok: true });
  });
  app.get('/_control/truth/:resource', (c) => {
    const resource = resourceOf(c.req.param('resource'));
    return resource
      ? json(truthOf(context, resource))
      : problem(`resource must be one of ${SERVICE_RESOURCES.join(', ')}`);
  });
  for (const [action, act] of Object.entries(recordActions)) {
    app.post(`/_control/${action}`, async (c) => {
      const body = await bodyOf(c.req.raw);
      const [resource, id] = [resourceOf(body['resource']), asId(body['id'])];
      if (!resource || id === undefined) return problem('resource and id are required');
      return act(context, resource, id, body) ? json({ ok: true }) : json({ problem: 'no such record' }, 404);
    });
  }
};
