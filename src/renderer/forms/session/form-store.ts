/**
 * The open form: values, issues, and the draft that is saved after every change.
 *
 * A draft is written to disk 150 ms after the last change, so that it is durable within 300 ms. `saved` is
 * shown only after the answer. One save runs at a time; later changes are saved after it. A failed save is
 * repeated until it succeeds, also after the form is closed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command } from '#shared/domain/intent';
import { core } from '../../client/client';
import { newDraftId } from '../../navigation/form-route';
import { emptiedSince } from '../values/emptied-values';
import { accountOf, type OpenForm } from './opened-form';
import { storedForm } from '../opening/stored-form';
import {
  type FormChild,
  type FormValues,
  NO_VALUES,
  textValue,
  type TypedValue,
} from '../values/form-values';
import { allocationsWith } from '../values/sole-allocation';
import type { SaveStep } from '../saving/save-steps';

const SAVE_AFTER_MS = 150;
const TRY_AGAIN_MS = 3_000;

export interface FormIssue {
  code: string;
  low?: number;
  high?: number;
  /** The currency that the issue is about. */
  currency?: string;
  message?: string;
}
export interface FormState {
  form: OpenForm;
  values: FormValues;
  issues: Readonly<Record<string, FormIssue>>;
  draft: 'none' | 'waiting' | 'saved' | 'failed';
  draftId: string;
  /** When the draft was last written, as far as this form knows; null if it never was. */
  draftAt: number | null;
  /** True if another window wrote the same draft, so that this form continues with a draft of its own. */
  isApart: boolean;
  /** Another window saved or discarded the draft. Saving this form too needs the user's confirmation. */
  isDraftGone: boolean;
  /** The reason why the last save failed, as an error code of the core; null if it did not fail. */
  failure: string | null;
  busy: boolean;
  /** A save without an answer. It is unknown whether it was stored. `values` and `draft`: what it was made from. */
  unanswered: {
    command: Command;
    /** The fields of the command that the user did not change. */
    unchanged: string[];
    /** The same for contacts and lines, by ref. */
    unchangedIn?: Record<string, string[]>;
    /** In the form of an item: the fields that the user changed, and the same for contacts and lines, by ref. */
    typed?: string[];
    typedIn?: Record<string, string[]>;
    values: FormValues;
    operationId: string;
    draft: { draftId: string; draftAt?: number | null };
  } | null;
  /** What the form saved while it stayed open, oldest first. Undo of the next save takes it back too. */
  savedBefore: readonly SaveStep[];
  /** True if the answer to a call that ended the draft came late. Then `draftAt` may be wrong. */
  isDraftTimeUnknown: boolean;
}
/**
 * Something that a save has to wait for: a picker with typed text that is not chosen yet, or fields that are being
 * filled in. `take` chooses the match; it returns false if there is none.
 */
export interface TypedPick {
  place: string;
  /** The issue if there is no match; the default is `not-found`. */
  code?: string;
  take: () => Promise<boolean> | boolean;
}
export interface FormActions {
  setField(name: string, value: TypedValue): void;
  setFields(fields: Record<string, TypedValue>): void;
  setChild(ref: string, name: string, value: TypedValue): void;
  setCustom(ref: string, id: string, value: string): void;
  /** Sets several fields of a line and what is known about its product. */
  fillLine(ref: string, line: Required<Pick<FormChild, 'fields' | 'facts'>>): void;
  /** Sets a custom field of the record. */
  setOwn(key: string, value: string): void;
  addChildren(items: readonly FormChild[]): void;
  /** Removes an unsaved child; marks a saved one as removed. `false` clears the mark. */
  removeChild(ref: string, removed: boolean): void;
  setMain(ref: string): void;
  setName(of: string, name: string): void;
  setIssues(issues: Record<string, FormIssue>): void;
  /** Removes the issue of the place if it has this code. */
  clearIssue(place: string, code: string): void;
  setBusy(busy: boolean): void;
  /** Saving resolves this pick first, until the returned function is called. */
  addPick(pick: TypedPick): () => void;
  /** Resolves every typed pick; returns the issues of those without a match, by place. */
  takePicks(): Promise<Record<string, FormIssue>>;
  /** Writes all pending changes and waits for them. */
  flush(): Promise<void>;
  /** Stops writing and waits for the current write. */
  stop(): Promise<void>;
}
export interface FormStore {
  store: StoreApi<FormState>;
  actions: FormActions;
}

const newRef = (): string => `local:${crypto.randomUUID()}`;
const isMain = ({ fields }: FormChild): boolean => fields.main_customer_flag === '1';
const isNew = ({ target, intentId }: OpenForm): boolean => target === null && intentId === null;
/**
 * If the kind of document of an allocation changes, its document is cleared: documents of two kinds may have the same
 * id.
 */
const withField = (fields: FormChild['fields'], name: string, value: TypedValue): FormChild['fields'] => {
  const isOtherKind = name === 'refer_type' && textValue(fields.refer_type) !== textValue(value);
  return { ...fields, ...(isOtherKind ? { refer_id: '' } : {}), [name]: value };
};
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'internal');

/** `onSaved` is called after each write of the draft, with the id of the draft. */
export const createFormStore = (form: OpenForm, onSaved: (draftId: string) => void): FormStore => {
  const store = createStore<FormState>(() => ({
    form,
    values: form.values,
    issues: {},
    draft: form.restored ? 'saved' : 'none',
    draftId: form.draftId,
    draftAt: form.draftAt,
    isApart: false,
    isDraftGone: false,
    failure: null,
    busy: false,
    unanswered: null,
    savedBefore: [],
    isDraftTimeUnknown: false,
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends when all writes asked for so far are done. */
  let writes: Promise<void> = Promise.resolve();
  let stopped = false;
  const picks = new Set<TypedPick>();

  const writer = crypto.randomUUID();
  let apartId = newDraftId();
  /** The last text that was the same in this form and in its draft on disk. */
  let shared = form.values;
  /** The text of a write without an answer: it may be stored. */
  let tried: unknown;
  const write = async (): Promise<void> => {
    const { form: now, values, draftId, draftAt, unanswered } = store.getState();
    const emptied =
      now.target === null ? emptiedSince(now.emptied ?? NO_VALUES, shared, values) : now.emptied;
    const text = storedForm({
      values,
      start: now.start,
      emptied,
      caution: now.caution,
      lists: now.asked.lists,
    });
    try {
      const saved = await core.outbox.saveDraft({
        id: draftId,
        kind: now.kind,
        target: now.target,
        form: text,
        base: now.base,
        intentId: now.intentId,
        writer,
        ...accountOf(form),
        knownAt: draftAt,
        apartId,
        tried,
      });
      tried = undefined;
      if (saved.id === apartId) apartId = newDraftId();
      const isSaved = store.getState().values === values;
      const isOther = saved.id !== draftId;
      const isGone = isOther && saved.isEnded;
      store.setState(({ isApart, isDraftGone, form: opened }) => ({
        draftId: saved.id,
        draftAt: saved.updatedAt,
        isDraftTimeUnknown: false,
        isApart: isApart || (isOther && !isGone),
        // The draft may be gone because of a save without an answer. The repeat of that save finds out.
        isDraftGone: isDraftGone || (isGone && unanswered === null),
        failure: null,
        ...(isSaved ? { draft: 'saved' as const } : {}),
        form: { ...opened, emptied },
        // The other form saved the shared text, so values that differ from it were changed in this form. What was
        // emptied earlier is forgotten, because the other form may have filled it in again.
        ...(isGone && isNew(opened)
          ? { form: { ...opened, emptied: NO_VALUES, start: shared }, draft: 'waiting' as const }
          : {}),
      }));
      if (!isOther) shared = values;
      onSaved(saved.id);
    } catch (error) {
      tried = text;
      const failure = codeOf(error);
      store.setState({ draft: 'failed', failure });
      // A form of another account than the open one is never saved.
      if (!stopped && failure !== 'other-account') timer ??= setTimeout(again, TRY_AGAIN_MS);
    }
  };
  const again = (): void => {
    timer = undefined;
    void flush();
  };
  const writeWaiting = async (): Promise<void> => {
    const { draft } = store.getState();
    if (stopped || (draft !== 'waiting' && draft !== 'failed')) return;
    await write();
    if (store.getState().draft === 'waiting' && timer === undefined) await writeWaiting();
  };
  /**
   * Writes run one after the other. With two at once, the save of the form would know only the time of the first, and
   * would keep the draft as if another form had written it.
   */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writes = writes.then(writeWaiting);
    return writes;
  };
  const changed = (values: FormValues, place: string | null): void => {
    store.setState(({ issues }) => {
      if (place === null || !(place in issues)) return { values, draft: 'waiting' };
      const { [place]: _, ...rest } = issues;
      return { values, draft: 'waiting', issues: rest };
    });
    clearTimeout(timer);
    timer = setTimeout(again, SAVE_AFTER_MS);
  };
  const withChildren = (body: (children: FormChild[]) => FormChild[], place: string | null): void => {
    const { values } = store.getState();
    changed({ ...values, children: body(values.children) }, place);
  };
  const editChild = (ref: string, body: (item: FormChild) => FormChild, place: string | null): void =>
    withChildren((children) => children.map((item) => (item.ref === ref ? body(item) : item)), place);

  return {
    store,
    actions: {
      setField: (name, value) => {
        const {
          values,
          form: { start },
        } = store.getState();
        const children =
          form.kind === 'receipt' && form.target === null && name === 'amount'
            ? allocationsWith(values, textValue(value), start)
            : values.children;
        changed({ ...values, fields: { ...values.fields, [name]: value }, children }, `fields.${name}`);
      },
      setFields: (fields) => {
        const { values } = store.getState();
        changed({ ...values, fields: { ...values.fields, ...fields } }, null);
      },
      setChild: (ref, name, value) =>
        editChild(
          ref,
          (item) => ({ ...item, fields: withField(item.fields, name, value) }),
          `${ref}.${name}`,
        ),
      setCustom: (ref, id, value) =>
        editChild(ref, (item) => ({ ...item, custom: { ...item.custom, [id]: value } }), `${ref}.${id}`),
      fillLine: (ref, { fields, facts }) => {
        editChild(ref, (item) => ({ ...item, fields: { ...item.fields, ...fields }, facts }), null);
        store.setState(({ issues }) => ({
          issues: Object.fromEntries(
            Object.entries(issues).filter(
              ([place]) => !Object.keys(fields).some((name) => place === `${ref}.${name}`),
            ),
          ),
        }));
      },
      setOwn: (key, value) => {
        const { values } = store.getState();
        changed({ ...values, custom: { ...values.custom, [key]: value } }, `fields.${key}`);
      },
      addChildren: (items) =>
        withChildren((children) => {
          // The picker of order lines offers a line with the same ref until its order is read again.
          const refs = new Set(children.map(({ ref }) => ref));
          const isThere = ({ ref }: FormChild): boolean => refs.has(ref);
          const added = items.map((item) => (isThere(item) ? { ...item, ref: newRef() } : item));
          return [...children, ...added];
        }, 'children'),
      removeChild: (ref, removed) => {
        // A removed child has no issues.
        store.setState(({ issues }) => ({
          issues: Object.fromEntries(
            Object.entries(issues).filter(([place]) => !place.startsWith(`${ref}.`)),
          ),
        }));
        withChildren((children) => {
          // The form may have become a form of a saved item since it was opened, so its present `start` counts.
          const { start, target } = store.getState().form;
          const known = start.children.some((item) => item.ref === ref) && target !== null;
          if (!known) return withMain(children.filter((item) => item.ref !== ref));
          return children.map((item) => {
            if (item.ref !== ref) return item;
            const { remove: _, ...kept } = item;
            return removed ? { ...kept, remove: true as const } : kept;
          });
        }, 'children');
      },
      setMain: (ref) =>
        withChildren(
          (children) =>
            children.map((item) => ({
              ...item,
              fields: { ...item.fields, main_customer_flag: item.ref === ref ? '1' : '0' },
            })),
          'children',
        ),
      setName: (of, name) =>
        store.setState(({ values }) => ({ values: { ...values, names: { ...values.names, [of]: name } } })),
      setIssues: (issues) => store.setState({ issues }),
      clearIssue: (place, code) => {
        const { [place]: issue, ...rest } = store.getState().issues;
        if (issue?.code === code) store.setState({ issues: rest });
      },
      setBusy: (busy) => store.setState({ busy }),
      addPick: (pick) => {
        picks.add(pick);
        return () => void picks.delete(pick);
      },
      takePicks: async () => {
        const outcomes = new Map<TypedPick, boolean>();
        // A choice may fill in other fields and so add picks. The loop waits for them too.
        for (let left = [...picks]; left.length > 0; left = [...picks].filter((pick) => !outcomes.has(pick)))
          await Promise.all(left.map(async (pick) => outcomes.set(pick, await pick.take())));
        return Object.fromEntries(
          [...outcomes]
            .filter(([, isTaken]) => !isTaken)
            .map(([{ place, code = 'not-found' }]) => [place, { code }]),
        );
      },
      flush,
      stop: async () => {
        stopped = true;
        clearTimeout(timer);
        await writes;
      },
    },
  };

  /**
   * Sets the main contact after it was removed from the form. A new record gets the first contact. An edit gets the
   * former main contact back; if there was none, the edit must not choose one.
   */
  function withMain(children: FormChild[]): FormChild[] {
    const isPeople = form.kind === 'company' || form.kind === 'lead';
    if (!isPeople || children.some(isMain)) return children;
    const { start, target } = store.getState().form;
    const before = start.children.find(isMain);
    const main = target === null ? children[0] : children.find(({ ref }) => ref === before?.ref);
    return children.map((item) =>
      item === main ? { ...item, fields: { ...item.fields, main_customer_flag: '1' } } : item,
    );
  }
};
