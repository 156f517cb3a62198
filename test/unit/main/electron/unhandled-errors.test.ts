/** Errors of the shell that no part of it handles are in the log. */
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { logUnhandledErrors } from '../../../../src/main/electron/unhandled-errors';

const listening = () => {
  const process = new EventEmitter();
  const lines: unknown[][] = [];
  let told = 0;
  logUnhandledErrors(process as never, {
    log: { error: (...line) => void lines.push(line), warn: () => undefined, info: () => undefined },
    tellUser: () => {
      told += 1;
    },
  });
  return { process, lines, told: () => told };
};

it('a rejected promise without a handler is logged: Electron only prints it, and the app runs on', () => {
  const { process, lines, told } = listening();
  const error = new Error('refused');
  process.emit('unhandledRejection', error, Promise.resolve());
  process.emit('unhandledRejection', 'a text', Promise.resolve());
  expect(lines).toEqual([
    ['a promise of the shell was rejected', { error }],
    ['a promise of the shell was rejected', { error: 'a text' }],
  ]);
  expect(told()).toBe(0);
});

it('an exception is logged each time, and the user is told once', () => {
  const { process, lines, told } = listening();
  process.emit('uncaughtException', new Error('one'), 'uncaughtException');
  process.emit('uncaughtException', new Error('two'), 'uncaughtException');
  expect(lines.map(([message]) => message)).toEqual(['uncaught in the shell', 'uncaught in the shell']);
  expect(told()).toBe(1);
});
