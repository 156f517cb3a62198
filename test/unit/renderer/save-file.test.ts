/** What the page learns about a file that it saves. */
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, it, onTestFinished, vi } from 'vitest';
import { shellContract, type SavedFile } from '../../../src/shared/contract/shell';

/** The page's `saveFile`, with a shell that answers `savedFile`, or without one. `done` lists the steps. */
const pageWith = async (answer?: () => SavedFile | Promise<SavedFile>) => {
  const done: string[] = [];
  const toPage: ((frame: unknown) => void)[] = [];
  let toShell: (frame: unknown) => void = () => undefined;
  if (answer) {
    const savedFile = os.input(shellContract.savedFile['~orpc'].inputSchema!).handler(({ input }) => {
      done.push(`asked for ${input.url}`);
      return answer();
    });
    new RPCHandler({ savedFile }).upgrade({
      on: (event: string, listener: (event: { data: unknown }) => void) => {
        if (event === 'message') toShell = (data) => listener({ data });
      },
      postMessage: (frame: unknown) => toPage.forEach((hear) => hear(frame)),
    });
  }
  const shell = {
    call: (frame: unknown) => toShell(frame),
    subscribe: (listener: (frame: unknown) => void) => void toPage.push(listener),
  };
  const link = {
    href: '',
    download: '',
    click: () => void done.push(`saves ${link.download}`),
    remove: () => undefined,
  };
  vi.resetModules();
  vi.stubGlobal('window', answer ? { satchel: { shell } } : {});
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => undefined } });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:satchel-app://app/1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const { saveFile } = await import('../../../src/renderer/ui/save-file');
  return { done, save: () => saveFile(new Blob(['a']), 'List: 1.csv') };
};

it('learns from the shell under which name the file was saved', async () => {
  const { done, save } = await pageWith(() => ({ outcome: 'saved', name: 'mine.csv' }));
  expect(await save()).toEqual({ outcome: 'saved', name: 'mine.csv' });
  expect(done).toEqual(expect.arrayContaining(['asked for blob:satchel-app://app/1', 'saves List 1.csv']));
});

it.each(['cancelled', 'failed'] as const)('does not say "saved" if the file was not: %s', async (outcome) => {
  const { save } = await pageWith(() => ({ outcome, name: null }));
  expect(await save()).toEqual({ outcome, name: 'List 1.csv' });
});

it('has no outcome before the shell answers', async () => {
  let end: (file: SavedFile) => void = () => undefined;
  const { done, save } = await pageWith(() => new Promise((resolve) => (end = resolve)));
  let outcome = 'none yet';
  const saving = save().then((file) => (outcome = file.outcome));
  await vi.waitFor(() => expect(done).toHaveLength(2));
  expect(outcome).toBe('none yet');
  end({ outcome: 'saved', name: 'List 1.csv' });
  await saving;
  expect(outcome).toBe('saved');
});

it('treats a shell that does not answer the question as a failure', async () => {
  const { save } = await pageWith(() => {
    throw new Error('no such procedure');
  });
  expect((await save()).outcome).toBe('failed');
});

it('says only that the download started in a browser window, which learns no more', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { done, save } = await pageWith();
  expect(await save()).toEqual({ outcome: 'started', name: 'List 1.csv' });
  expect(done).toEqual(['saves List 1.csv']);
});
