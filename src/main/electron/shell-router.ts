/** The shell's contract made real. */
import { implement } from '@orpc/server';
import { shellContract } from '#shared/contract/shell';
import type { CommandQueue } from './command-queue';

export interface ShellActions {
  commands: Pick<CommandQueue, 'read'>;
  openLogFolder(): Promise<boolean>;
  saveDiagnostics(): Promise<boolean>;
}

export const createShellRouter = ({ commands, openLogFolder, saveDiagnostics }: ShellActions) => {
  const os = implement(shellContract);
  return {
    commands: os.commands.handler(async () => commands.read()),
    openLogFolder: os.openLogFolder.handler(async () => ({ opened: await openLogFolder() })),
    saveDiagnostics: os.saveDiagnostics.handler(async () => ({ saved: await saveDiagnostics() })),
  };
};
export type ShellRouter = ReturnType<typeof createShellRouter>;
