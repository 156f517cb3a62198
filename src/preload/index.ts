/** The Electron window's bridge: two functions over one channel, nothing of Electron exposed. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from './bridge';

type Frame = Parameters<Bridge['call']>[0];

const bridge: Bridge = {
  call: (frame) => ipcRenderer.send('satchel:frame', frame),
  subscribe: (listener) => {
    const hear = (_event: unknown, frame: Frame): void => listener(frame);
    ipcRenderer.on('satchel:frame', hear);
    return () => void ipcRenderer.off('satchel:frame', hear);
  },
};

contextBridge.exposeInMainWorld('satchel', bridge);
