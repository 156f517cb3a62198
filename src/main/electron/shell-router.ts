/** The procedures of the shell's contract. */
import { implement } from '@orpc/server';
import { type FileOutcome, type SavedFile, shellContract } from '#shared/contract/shell';
import type { CommandQueue } from './command-queue';

export interface ShellActions {
  commands: Pick<CommandQueue, 'read'>;
  openLogFolder(): Promise<boolean>;
  saveDiagnostics(): Promise<boolean>;
  savePdf(name: string): Promise<FileOutcome>;
  savedFile(url: string): Promise<SavedFile>;
  features(): { tray: boolean; spelling: string[]; notifications: boolean };
}

export const createShellRouter = ({
  commands,
  openLogFolder,
  saveDiagnostics,
  savePdf,
  savedFile,
  features,
}: ShellActions) => {
  const os = implement(shellContract);
  return {
    commands: os.commands.handler(async ({ signal }) => commands.read(signal)),
    openLogFolder: os.openLogFolder.handler(async () => ({ opened: await openLogFolder() })),
    saveDiagnostics: os.saveDiagnostics.handler(async () => ({ saved: await saveDiagnostics() })),
    features: os.features.handler(() => features()),
    savePdf: os.savePdf.handler(async ({ input }) => ({ outcome: await savePdf(input.name) })),
    savedFile: os.savedFile.handler(async ({ input }) => savedFile(input.url)),
  };
};
export type ShellRouter = ReturnType<typeof createShellRouter>;
