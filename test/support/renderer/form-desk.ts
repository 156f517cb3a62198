/** The forms' own code with a whole core: a waiting company with two contacts, and forms of any windows. */
import { afterEach, vi } from 'vitest';
import type { FormStore } from '../../../src/renderer/forms/session/form-store';
import { makeRig } from '../sync/make-rig';
import { stubWindow } from './bridge-to';

/** Opens a window of this rig with the forms' own code. Call it when the rig has an account. */
export const loadForms = async (rig: ReturnType<typeof makeRig>) => {
  stubWindow(rig.fixture.core.router);
  // They look at their window as they are loaded.
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  const { createFormStore } = await import('../../../src/renderer/forms/session/form-store');
  const { openSession } = await import('../../../src/renderer/forms/opening/open-session');
  const { saveForm } = await import('../../../src/renderer/forms/saving/save-form');
  connectCore();
  const accountId = (await core.accounts.state()).account?.id ?? '';
  const context = { accountId, selfUserId: null, now: '2026-11-22 10:00:00' };
  const open = async (ref: Parameters<typeof openSession>[0]) => {
    const opened = await openSession(ref, context);
    if (!opened.ok) throw new Error(opened.why);
    return createFormStore(opened.form, () => undefined);
  };
  return { core, open, saveForm };
};

/** Call it once in a file: `desk` begins a test. */
export const makeFormDesk = () => {
  const rig = makeRig();
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const desk = async () => {
    await rig.connect({ dataset: 30 });
    rig.cut();
    const { core, open, saveForm } = await loadForms(rig);
    const answer = await core.outbox.submit({
      command: {
        schema: 1,
        kind: 'company',
        target: null,
        fields: { name: 'Nordwind Pumps', pool_id: '0', tel: '111', remark: 'by sea' },
        children: [
          { ref: 'local:a', fields: { name: 'Ann', email: 'ann@n.example', main_customer_flag: 1 } },
          { ref: 'local:b', fields: { name: 'Bob', email: 'bob@n.example', main_customer_flag: 0 } },
        ],
      },
      base: null,
    });
    if (!answer.ok) throw new Error(answer.code);
    const ref = { kind: 'company', mode: 'intent', intentId: answer.id } as const;
    const command = async (id = answer.id) => {
      const { fields, children } = (await core.outbox.get({ id }))!.intent.command;
      return { fields, children };
    };
    return { core, open, saveForm, ref, command };
  };

  /** The answer of the next call of this kind is lost after the core has done it. */
  const loseNext = (name: 'submit' | 'edit') => {
    const box = rig.workspace().outbox as never as Record<string, (...a: unknown[]) => unknown>;
    const once = box.once!.bind(box);
    let lost = false;
    vi.spyOn(box, 'once').mockImplementation((...args: unknown[]) => {
      const done = once(...args);
      if (!lost && (args[0] as { what: string }).what.startsWith(name)) {
        lost = true;
        throw new Error('the answer is lost');
      }
      return done;
    });
  };

  /** The user types while the form is saved, before the core has answered. */
  const typesMeanwhile = ({ store }: Pick<FormStore, 'store'>, type: () => void) => {
    const end = store.subscribe(({ unanswered }) => {
      if (unanswered === null) return;
      end();
      type();
    });
  };

  return { rig, desk, loseNext, typesMeanwhile };
};
