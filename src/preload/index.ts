/** The Electron window's bridge: frames over two fixed channels. Nothing of Electron is exposed. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, Frame, FrameLine } from './bridge';

const subscribe = (channel: string, listener: (value: Frame) => void): (() => void) => {
  const take = (_event: unknown, value: Frame): void => listener(value);
  ipcRenderer.on(channel, take);
  return () => void ipcRenderer.off(channel, take);
};

const line = (channel: string): FrameLine => ({
  call: (frame) => ipcRenderer.send(channel, frame),
  subscribe: (listener) => subscribe(channel, listener),
});

const bridge: Bridge = {
  ...line('satchel:frame'),
  onReset: (listener) => subscribe('satchel:reset', () => listener()),
  shell: line('satchel:shell'),
};

contextBridge.exposeInMainWorld('satchel', bridge);
