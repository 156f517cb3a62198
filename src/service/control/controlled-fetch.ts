/**
 * Adds the log and the faults to the service's handler. The order is: latency, faults that prevent the
 * request (stall, reset, closed connection, a status in place of an answer), the request itself, faults of
 * its answer (lost, torn).
 */
import type { ServiceContext } from '../context';
import { nowOf } from '../context';
import type { RequestEnvironment } from '../endpoint';
import { answerOf, WireFault, type Fault, type FaultBook } from './faults';
import type { LoggedRequest, RequestLog } from './request-log';

export interface Handling {
  context: ServiceContext;
  faults: FaultBook;
  log: RequestLog;
  /** Waits on the caller's clock; without one, latency is ignored. */
  sleep: ((delayMs: number) => Promise<void>) | undefined;
  handle: (request: Request, environment: RequestEnvironment) => Promise<Response>;
}

const totalDelayMs = (faults: readonly Fault[]): number =>
  faults.reduce((sum, fault) => sum + (fault.kind === 'latency' ? (fault.delayMs ?? 0) : 0), 0);

const environmentOf = (faults: readonly Fault[]): RequestEnvironment => {
  const shift = faults
    .filter((fault) => fault.kind === 'shift')
    .reduce((sum, fault) => sum + (fault.by ?? 1), 0);
  const shuffle = faults.some((fault) => fault.kind === 'shuffle');
  return { committed: false, ...(shift !== 0 || shuffle ? { listFault: { shuffle, shiftBy: shift } } : {}) };
};

const before = (faults: readonly Fault[], now: string): Response | undefined => {
  for (const fault of faults) {
    if (fault.kind === 'stall' || fault.kind === 'reset' || fault.kind === 'idle-close')
      throw new WireFault(fault.kind, false);
    const answer = answerOf(fault, now);
    if (answer) return answer;
  }
  return undefined;
};

const meetFaults = async (
  parts: Handling,
  request: Request,
  faults: readonly Fault[],
  entry: LoggedRequest,
): Promise<Response> => {
  const delayMs = totalDelayMs(faults);
  if (delayMs > 0) await parts.sleep?.(delayMs);
  const instead = before(faults, nowOf(parts.context));
  if (instead) return instead;
  const environment = environmentOf(faults);
  const response = await parts.handle(request, environment);
  entry.committed = environment.committed;
  for (const fault of faults)
    if (fault.kind === 'lost' || fault.kind === 'torn')
      throw new WireFault(fault.kind, environment.committed, response);
  return response;
};

export const controlledFetch = async (
  parts: Handling,
  request: Request,
  reusedConnection: boolean,
): Promise<Response> => {
  const url = new URL(request.url);
  const faults = parts.faults.take(request.method, url.pathname, reusedConnection);
  const entry = parts.log.open(
    parts.context.clock(),
    request.method,
    url,
    request.method === 'GET' ? '' : await request.clone().text(),
  );
  try {
    const response = await meetFaults(parts, request, faults, entry);
    entry.outcome = String(response.status);
    return response;
  } catch (error) {
    entry.outcome = error instanceof WireFault ? error.kind : 'error';
    throw error;
  }
};
