/** The connection to the desktop shell; a browser window has none. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { ShellContract } from '#shared/contract/shell';
import type { FrameLine } from '../../preload/bridge';

const connectShell = (line: FrameLine): ContractRouterClient<ShellContract> => {
  const addEventListener = (type: string, listener: (event: { data: unknown }) => void): void => {
    if (type === 'message') line.subscribe((data) => listener({ data }));
  };
  return createORPCClient(
    new RPCLink({
      port: {
        addEventListener: addEventListener as MessagePort['addEventListener'],
        postMessage: (frame: unknown) => line.call(frame as string),
      },
    }),
  );
};

/** The shell's own client, or null in a browser window. */
export const shell = window.satchel?.shell ? connectShell(window.satchel.shell) : null;
