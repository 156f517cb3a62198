/**
 * The command of a form: parsed, with real ids where they are known, and without contacts and lines that do not exist,
 * because the item that adds them was discarded.
 */
import { isLocalRef, type Command, type CommandChild } from '#shared/domain/intent';
import type { CommandIssue } from '#shared/domain/intent-rules';
import { commandSchema } from '#shared/domain/intent-schema';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';

/** Parses a command and replaces a local target by its real id, if known. Null if `input` is no command. */
export const parseCommand = (context: OutboxContext, input: unknown): Command | null => {
  const parsed = commandSchema.safeParse(input);
  return parsed.success ? withRealTarget(context, parsed.data) : null;
};

export const isOfSameRecord = (context: OutboxContext, one: Command, other: Command): boolean =>
  one.kind === other.kind && one.target === withRealTarget(context, other).target;

export const LINE_WAITS: CommandIssue = { path: ['children'], code: 'line-waits' };

export const CHILD_DISCARDED: CommandIssue = { path: ['children'], code: 'child-discarded' };

/** Returns true if an item other than `owner` added the contact or line, and the user has discarded that item. */
export const isOfDiscarded = (
  { store }: OutboxContext,
  { ref, remove }: CommandChild,
  owner: string | null,
): boolean => {
  const maker = isLocalRef(ref) && !remove && store.realIdOf(ref) === null ? store.makerOf(ref) : null;
  return maker !== null && maker !== owner && store.get(maker)?.state === 'discarded';
};

export const isUnsentRemoval = ({ ref, remove }: CommandChild): boolean => remove === true && isLocalRef(ref);

const mayHaveSent = (maker: Intent | null): boolean =>
  maker !== null && (maker.state !== 'discarded' || maker.detail.sentVersions.length > 0);

/**
 * The command with each removed contact or line under its real id. If `owner` (the item that the command is merged
 * into) adds the child, it keeps its local id. Returns null if another item adds the child and may have sent it: its
 * real id is not known yet. A child of a discarded item that was never sent does not exist, so its removal is dropped.
 */
export const withRemovals = (
  { store }: OutboxContext,
  command: Command,
  owner: string | null,
): Command | null => {
  const children: CommandChild[] = [];
  for (const item of command.children) {
    if (!isUnsentRemoval(item)) {
      children.push(item);
      continue;
    }
    const realId = store.realIdOf(item.ref);
    const maker = store.makerOf(item.ref);
    // No push removes a contact (contract E3); the item says that it may stay.
    if (realId !== null && command.kind !== 'outboundInvoice') continue;
    if (realId !== null) children.push({ ...item, ref: realId });
    else if (maker !== null && maker === owner) children.push(item);
    else if (maker !== null && mayHaveSent(store.get(maker))) return null;
  }
  return { ...command, children };
};

const withRealTarget = ({ store }: Pick<OutboxContext, 'store'>, command: Command): Command => {
  const { target } = command;
  const realId = target !== null && isLocalRef(target) ? store.realIdOf(target) : null;
  return realId === null ? command : { ...command, target: realId };
};
