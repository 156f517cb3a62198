/**
 * A typed client of the core or the shell that uses the page's own bridge, in addition to the client of the
 * app. Its calls have their own ids, so that neither client takes the other's answers.
 */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import type { Page } from 'playwright-core';
import type { Contract } from '../../../src/shared/contract/contract';
import type { ShellContract } from '../../../src/shared/contract/shell';
import type { Bridge } from '../../../src/preload/bridge';

interface Frame {
  i: string | number;
}

type Hearer = (text: string) => void;
const hearersOf = new WeakMap<Page, Map<string, Hearer>>();
let connected = 0;

/** The handlers of the tests' calls, by the prefix of their ids. A page has one function for all of them. */
const hearersIn = async (page: Page): Promise<Map<string, Hearer>> => {
  const existing = hearersOf.get(page);
  if (existing) return existing;
  const hearers = new Map<string, Hearer>();
  hearersOf.set(page, hearers);
  await page.exposeFunction('hearForTests', (mark: string, text: string) => hearers.get(mark)?.(text));
  return hearers;
};

const connect = async <C extends AnyContractRouter>(
  page: Page,
  line: 'core' | 'shell',
): Promise<ContractRouterClient<C>> => {
  connected += 1;
  const mark = `test${connected}.`;
  const ids = new Map<string, string | number>();
  const listeners: ((event: { data: string }) => void)[] = [];
  (await hearersIn(page)).set(mark, (text) => {
    const frame = JSON.parse(text) as Frame;
    const id = ids.get(String(frame.i));
    if (id === undefined) return;
    for (const listener of listeners) listener({ data: JSON.stringify({ ...frame, i: id }) });
  });
  await page.evaluate(
    ([of, prefix = '']) => {
      const { satchel } = globalThis as unknown as { satchel: Bridge };
      const { hearForTests } = globalThis as unknown as { hearForTests(mark: string, text: string): void };
      (of === 'shell' ? satchel.shell : satchel)?.subscribe((frame) => {
        if (typeof frame === 'string' && frame.includes(prefix)) hearForTests(prefix, frame);
      });
    },
    [line, mark],
  );
  const send = (text: string): void => {
    const frame = JSON.parse(text) as Frame;
    const marked = `${mark}${frame.i}`;
    ids.set(marked, frame.i);
    void page
      .evaluate(
        ([of, value]) => {
          const { satchel } = globalThis as unknown as { satchel: Bridge };
          (of === 'shell' ? satchel.shell : satchel)?.call(value ?? '');
        },
        [line, JSON.stringify({ ...frame, i: marked })],
      )
      .catch(() => undefined);
  };
  const port = {
    addEventListener: (type: string, listener: (event: { data: string }) => void) => {
      if (type === 'message') listeners.push(listener);
    },
    postMessage: (frame: unknown) => send(String(frame)),
  };
  return createORPCClient(new RPCLink({ port: port as unknown as MessagePort }));
};

/** Valid as long as the current page exists. */
export const coreOf = (page: Page): Promise<ContractRouterClient<Contract>> =>
  connect<Contract>(page, 'core');
export const shellOf = (page: Page): Promise<ContractRouterClient<ShellContract>> =>
  connect<ShellContract>(page, 'shell');
