/**
 * The shell as a client of the core: it reads the state of the outbox and the app for badge, notifications
 * and language, and provides the client for the shell's own calls. After a restart of the core it reads the
 * state again.
 */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { AppState } from '#shared/contract/accounts';
import type { Contract } from '#shared/contract/contract';
import type { OutboxSummary } from '#shared/contract/outbox';
import type { CoreHost } from '../node/core-host';

export type CoreClientOfShell = ContractRouterClient<Contract>;

export interface CoreWatchOptions {
  host: Pick<CoreHost, 'connect'>;
  onOutbox(summary: OutboxSummary): void;
  onApp(state: AppState): void;
  /** A read, the events or one of the functions above failed. What comes next is handled as usual. */
  onError(error: unknown): void;
}

/** The pause before the events are asked for again. */
const LISTEN_AGAIN_MS = 2_000;

/** Returns null while the core does not run. */
export const watchCore = ({
  host,
  onOutbox,
  onApp,
  onError,
}: CoreWatchOptions): { client(): CoreClientOfShell | null } => {
  let client: CoreClientOfShell | null = null;

  const connect = (): void => {
    const messageListeners: ((event: { data: unknown }) => void)[] = [];
    const closeListeners: (() => void)[] = [];
    const line = host.connect(
      (frame) => {
        for (const listener of messageListeners) listener({ data: frame });
      },
      () => {
        client = null;
        for (const listener of closeListeners) listener();
        connect();
      },
    );
    if (!line) return;
    const port = {
      on: (event: string, listener: (event: { data: unknown }) => void) => {
        if (event === 'message') messageListeners.push(listener);
        if (event === 'close') closeListeners.push(() => listener({ data: undefined }));
      },
      postMessage: (frame: string | Uint8Array) => line.send(frame),
    };
    const fresh: CoreClientOfShell = createORPCClient(new RPCLink({ port }));
    client = fresh;
    void follow(fresh);
  };

  /** Listens again if the events end while the core runs: a read for one of them may have failed. */
  const follow = async (fresh: CoreClientOfShell): Promise<void> => {
    while (client === fresh) {
      try {
        await listen(fresh);
      } catch (error) {
        // If the connection is lost, the next one is followed.
        if (client === fresh) onError(error);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, LISTEN_AGAIN_MS);
      });
    }
  };

  const listen = async (fresh: CoreClientOfShell): Promise<void> => {
    const tell = async (): Promise<void> => {
      onApp(await fresh.accounts.state());
      onOutbox(await fresh.outbox.summary());
    };
    let isTold = false;
    for await (const event of await fresh.events()) {
      try {
        // The stream begins with an event [PL14], so a read after it misses no change.
        if (!isTold || event.type === 'app') {
          isTold = false;
          await tell();
          isTold = true;
        }
        if (event.type === 'outbox') onOutbox(event.summary);
      } catch (error) {
        onError(error);
      }
    }
  };

  connect();
  return { client: () => client };
};
