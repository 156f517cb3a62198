/**
 * Serves a contract over a line of frames, and lets no frame hurt the server. oRPC's handler takes a frame on
 * trust: one that is not its JSON ends in an unhandled rejection, which ends the thread. Here every frame is
 * looked at first, and what is not a request, an abort or a stream item to the letter is dropped. Arguments
 * are the contract's own schemas' business.
 */
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { z } from 'zod';

type Listener = (event: { data: unknown }) => void;

/** A line as a shell or a worker has it; `close` is told when the other side is gone. */
export interface FramePort {
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  send(frame: string | Uint8Array): void;
}

/** A content type would have oRPC parse the body as a form or a file. */
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

/** True for text that the contract's server can take. Bytes are refused: no procedure takes files. */
export const isContractFrame = (frame: unknown): frame is string => {
  if (typeof frame !== 'string') return false;
  try {
    return frameSchema.safeParse(JSON.parse(frame)).success;
  } catch {
    return false;
  }
};

/** Answers every procedure of `router` on lines given to the returned function. */
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
