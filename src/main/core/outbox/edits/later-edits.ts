/**
 * The user's last word on a field counts, whichever of their edits of the record carries it. An edit that was
 * refused or in conflict lets later ones pass and, once settled, goes after them: what it says again without
 * having been changed there must not undo what a later edit said and delivered. Money is no exception: both
 * words are the user's own.
 */
import { KIND_TABLES, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import type { FieldTable } from '#shared/domain/intent-fields';
import { canonical } from '../compare/canonical';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';

type Store = Pick<OutboxStore, 'forRecord' | 'realIdOf' | 'ledger' | 'lastEntry' | 'versionOf'>;
type Fields = Record<string, unknown>;
/** `field`, or `child/field` → place in the ledger of the user's last word on it. */
type Words = Map<string, number>;

const DECISIONS: ReadonlySet<string> = new Set(['submitted', 'edit', 'merge']);
const keyOf = (field: string, child: string): string => `${child}/${field}`;

/**
 * When the user last changed each field of an intent, or chose it on the merge screen. What they only left as
 * they saw it is no word, unless it was a value of theirs that never arrived.
 */
const wordsOf = (store: Store, intent: Intent): Words => {
  const words: Words = new Map();
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const tables = KIND_TABLES[intent.kind];
  const never = store
    .forRecord(intent.kind, intent.command.target ?? intent.id, true)
    .filter((other) => other.id !== intent.id && other.state !== 'applied');
  const isOwn = (table: FieldTable, child: string, field: string, text: string): boolean =>
    never.some(({ command }) =>
      (child === '' ? [command] : command.children.filter(({ ref }) => real(ref) === child)).some(
        ({ fields }) => field in fields && canonical(table[field], fields[field]) === text,
      ),
    );
  const said = new Map<string, string>();
  let asked = new Set<string>();
  const hear = (
    fields: Fields,
    seen: Fields | undefined,
    table: FieldTable,
    child: string,
    seq: number,
  ): void => {
    for (const [field, value] of Object.entries(fields)) {
      const key = keyOf(field, child);
      const text = canonical(table[field], value);
      const before =
        said.get(key) ??
        (seen && field in seen && !isOwn(table, child, field, text)
          ? canonical(table[field], seen[field])
          : undefined);
      if (text !== before || asked.has(key)) words.set(key, seq);
      said.set(key, text);
    }
  };
  for (const { seq, event, facts } of store.ledger(intent.id)) {
    if (event === 'differs')
      asked = new Set(
        ((facts.in ?? []) as { child?: string; field: string }[]).map(({ child, field }) =>
          keyOf(field, child === undefined ? '' : real(child)),
        ),
      );
    const held = DECISIONS.has(event) ? store.versionOf(intent.id, Number(facts.version)) : null;
    if (!held) continue;
    hear(held.command.fields, held.base?.fields, tables.fields, '', seq);
    for (const item of held.command.children)
      hear(
        item.fields,
        held.base?.children.find(({ ref }) => real(ref) === real(item.ref))?.fields,
        tables.children,
        real(item.ref),
        seq,
      );
    asked = new Set();
  }
  return words;
};

/**
 * The edit as it should go: `command` (references resolved) and `base`, with every field on which an edit
 * delivered meanwhile had the later word replaced by that word. The base takes it too, so that a colleague's
 * change since then stands. Answers the same objects when nothing is concerned.
 */
export const applyLaterEdits = (
  store: Store,
  intent: Intent,
  command: Command,
): { command: Command; base: Snapshot | null } => {
  const { base } = intent;
  // Before and after are places in the ledger: a clock may have been set back between the two.
  const made = store.ledger(intent.id)[0]?.seq ?? 0;
  const others =
    command.target === null
      ? []
      : store
          .forRecord(intent.kind, command.target)
          .filter(
            (other) =>
              other.id !== intent.id && other.state === 'applied' && store.lastEntry(other.id) > made,
          );
  if (others.length === 0) return { command, base };
  const real = (ref: string): string => store.realIdOf(ref) ?? ref;
  const value = (held: unknown): unknown =>
    typeof held === 'string' && held.startsWith('local:') ? real(held) : held;
  const mine = wordsOf(store, intent);
  /** Later word by key, the latest of all of them. */
  const later = new Map<string, { seq: number; value: unknown }>();
  for (const other of others) {
    const words = wordsOf(store, other);
    const hear = (fields: Fields, child: string): void => {
      for (const [field, held] of Object.entries(fields)) {
        const key = keyOf(field, child);
        const seq = words.get(key) ?? 0;
        if (seq > (mine.get(key) ?? 0) && seq > (later.get(key)?.seq ?? 0))
          later.set(key, { seq, value: value(held) });
      }
    };
    hear(other.command.fields, '');
    for (const item of other.command.children) hear(item.fields, real(item.ref));
  }
  if (later.size === 0) return { command, base };
  const over = (fields: Fields, child: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, held]) => {
        const word = later.get(keyOf(field, child));
        return [field, word ? word.value : held];
      }),
    );
  const only = (fields: Fields, child: string): Fields =>
    Object.fromEntries(
      Object.keys(fields).flatMap((field) => {
        const word = later.get(keyOf(field, child));
        return word ? [[field, word.value]] : [];
      }),
    );
  const children = command.children.map((item): CommandChild => ({
    ...item,
    fields: over(item.fields, item.ref),
  }));
  const seen = base && {
    ...base,
    fields: { ...base.fields, ...only(command.fields, '') },
    children: base.children.map((sight) => {
      const item = command.children.find(({ ref }) => real(ref) === real(sight.ref));
      return item ? { ...sight, fields: { ...sight.fields, ...only(item.fields, item.ref) } } : sight;
    }),
  };
  return { command: { ...command, fields: over(command.fields, ''), children }, base: seen };
};
