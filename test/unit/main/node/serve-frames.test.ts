import { implement } from '@orpc/server';
import { oc } from '@orpc/contract';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createFrameServer, isContractFrame } from '../../../../src/main/node/serve-frames';

const contract = { add: oc.input(z.object({ a: z.number() })).output(z.number()) };
const os = implement(contract);

const line = () => {
  const answers: string[] = [];
  let hear: (frame: unknown) => void = () => undefined;
  createFrameServer({ add: os.add.handler(({ input }) => input.a + 1) })({
    onFrame: (listener) => {
      hear = listener;
    },
    onClose: () => undefined,
    send: (frame) => void answers.push(String(frame)),
  });
  return { hear: (frame: unknown) => hear(frame), answers };
};
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 30);
  });
const call = (body: unknown, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: '/add', b: { json: body }, ...more } });

describe('[SEC17] frames', () => {
  it('of the contract get an answer', async () => {
    const { hear, answers } = line();
    hear(call({ a: 1 }));
    await settle();
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ i: '1', p: { b: { json: 2 } } });
  });

  it('of anything else are dropped without a rejection that would end the thread', async () => {
    const rejected: unknown[] = [];
    const note = (reason: unknown): void => void rejected.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const { hear, answers } = line();
    const hostile: unknown[] = [
      '',
      'not json',
      '{}',
      'null',
      '[]',
      '1',
      '{"i":"1"}',
      '{"i":"1","p":null}',
      '{"i":"1","t":3,"p":null}',
      '{"i":"1","t":9,"p":{}}',
      '{"i":{},"p":{"u":"/add"}}',
      '{"i":"1","p":{"u":5}}',
      '{"i":"1","p":{"u":"http://%"}}',
      '{"i":"1","p":{"u":"/%"}}',
      call({ a: 1 }, { u: '/%' }),
      call({ a: 1 }, { u: 'http://%' }),
      call({ a: 1 }, { u: '/add/%E0%A4%A' }),
      call({ a: 1 }, { u: 'http://x/add' }),
      call({ a: 1 }, { h: { 'content-type': 'multipart/form-data' } }),
      call({ a: 1 }, { h: { 'content-disposition': 'attachment; filename=x' } }),
      call({ a: 1 }, { m: 'TRACE' }),
      null,
      undefined,
      5,
      {},
      new Uint8Array([1, 2, 3]),
      new Uint8Array([0xff]),
      new ArrayBuffer(8),
    ];
    for (const frame of hostile) hear(frame);
    await settle();
    expect(rejected).toEqual([]);
    expect(answers).toEqual([]);
  });

  it('with hostile arguments get an error without a stack', async () => {
    const { hear, answers } = line();
    for (const [n, body] of [
      null,
      {},
      { a: '1' },
      { a: {} },
      [],
      'x',
      { __proto__: null, a: null },
    ].entries())
      hear(JSON.stringify({ i: String(n), p: { u: '/add', b: { json: body } } }));
    hear(
      JSON.stringify({
        i: 'meta',
        p: { u: '/add', b: { json: { a: 1 }, meta: [[99, 'a', 'b', 'c'], 'x', null] } },
      }),
    );
    hear(JSON.stringify({ i: 'nowhere', p: { u: '/__proto__/constructor', b: {} } }));
    await settle();
    expect(answers.length).toBeGreaterThanOrEqual(8);
    for (const answer of answers) expect(answer).not.toMatch(/\bat .+:\d+:\d+|node_modules|stack/);
  });

  it('are checked without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (frame) => {
        expect(isContractFrame(frame)).toBeTypeOf('boolean');
      }),
    );
  });
});
