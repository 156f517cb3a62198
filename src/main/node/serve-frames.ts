/**
 * Serves a contract over a connection of frames, and protects the server from invalid frames. oRPC's handler
 * trusts its input: invalid JSON causes an unhandled rejection, which ends the thread. Here every frame is
 * checked first, and everything that is not a valid request, abort or stream item is dropped. The contract's
 * schemas check the arguments.
 */
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { z } from 'zod';

type Listener = (event: { data: unknown }) => void;

/** A connection of a shell or a worker; `close` is called when the other side is gone. */
export interface FramePort {
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  send(frame: string | Uint8Array): void;
}

/** A content type is not allowed, because oRPC would parse the body as a form or a file. */
const header = z.string().regex(/^(?!content-)[a-z-]{1,60}$/);
const id = z.union([z.string().max(64), z.int()]);
const frameSchema = z.union([
  // A path of procedure names; oRPC decodes it, so a stray percent sign would throw there.
  z.object({
    i: id,
    t: z.literal(1).optional(),
    p: z.object({
      u: z.string().regex(/^\/[\w/-]{1,200}$/),
      h: z.record(header, z.string()).optional(),
      m: z.enum(['POST', 'GET']).optional(),
      b: z.unknown(),
    }),
  }),
  z.object({
    i: id,
    t: z.literal(3),
    p: z.object({ e: z.enum(['message', 'error', 'done']), d: z.unknown(), m: z.unknown().optional() }),
  }),
  z.object({ i: id, t: z.literal(4) }),
]);

/**
 * Returns true for text that the contract's server accepts. Bytes are refused, because no procedure takes
 * files.
 */
export const isContractFrame = (frame: unknown): frame is string => {
  if (typeof frame !== 'string') return false;
  try {
    return frameSchema.safeParse(JSON.parse(frame)).success;
  } catch {
    return false;
  }
};

/** Serves every procedure of `router` on the connections that are passed to the returned function. */
export const createFrameServer = (router: AnyRouter): ((port: FramePort) => void) => {
  const handler = new RPCHandler(router);
  return (port) => {
    const messagePort = {
      on: (event: string, listener: Listener) => {
        if (event === 'message')
          port.onFrame((frame) => {
            if (isContractFrame(frame)) listener({ data: frame });
          });
        else if (event === 'close') port.onClose(() => listener({ data: undefined }));
      },
      postMessage: (frame: string | Uint8Array) => port.send(frame),
    };
    handler.upgrade(messagePort);
  };
};
