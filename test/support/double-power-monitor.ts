import { EventEmitter } from 'node:events';

/**
 * On Linux, Electron asks the system to delay a shutdown when `shutdown` gets a listener. But it only sees
 * listeners that are added after the first listener of any event, because that first one starts the check.
 */
export class DoublePowerMonitor extends EventEmitter {
  delaysShutdown = false;
  constructor() {
    super();
    this.once('newListener', () => {
      this.on('newListener', (event: string) => (this.delaysShutdown ||= event === 'shutdown'));
    });
  }
}
