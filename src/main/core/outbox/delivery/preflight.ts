/**
 * Reading before writing. A create learns which records already match it, so that they are never taken for
 * its own, and that its number is unused. An edit is compared with what the server has now and merged.
 * Nothing here writes; the dispatcher acts on the answer, and only if the intent is still the one that was
 * looked at.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import type { Trouble } from '../../api/classify';
import { omissionOf } from './check-applied';
import type { FieldConflict, Intent } from '../store/intent-record';
import { baseThatHappened, ownWrites } from '../edits/own-writes';
import { sentAlong } from './build-request';
import { fieldsLeftOut, withLeftOutFields } from './left-out-fields';
import { ownCreator } from '../doubt/own-creator';
import { numberOf, numberUse } from './number-use';
import { before, readRecord, readServerTime, readSince } from '../doubt/read-records';
import type { OutboxDesk } from '../outbox-desk';
import { claimedByOther, resolveSent, strayTwin } from './sent-versions';

export type Preflight =
  | {
      kind: 'go';
      command: Command;
      windowFrom: string | null;
      preexisting: string[];
      notes: string[];
      /** The record as it stood, where it could be read. */ before?: Snapshot;
    }
  | {
      kind: 'already';
      realId: string;
      children: Map<string, string>;
      readAt: string | null;
      own: boolean;
      /** The edit as the server already has it. */ command?: Command;
    }
  | { kind: 'conflict'; conflicts: FieldConflict[] }
  | { kind: 'unsendable'; code: string; field?: string }
  | { kind: 'trouble'; trouble: Trouble };

/** Why a new invoice waits for the user: nobody could say whether its number is free. */
export const NUMBER_NOT_CHECKED = 'number-not-checked';
/** Clocks of the service's own machines may differ by this much. */
const MARGIN_MS = 2_000;

export const preflight = (desk: OutboxDesk, intent: Intent, command: Command): Promise<Preflight> =>
  command.target === null
    ? preflightCreate(desk, intent, command)
    : preflightEdit(
        desk,
        { ...intent, ...desk.parts.withLaterWords(desk.store, intent, command) },
        command.target,
      );

const preflightCreate = async (desk: OutboxDesk, intent: Intent, command: Command): Promise<Preflight> => {
  const time = await readServerTime(desk.gateway);
  if (time.kind === 'trouble') return time;
  const from = before(time.now ?? desk.gateway.serverNow(), MARGIN_MS);
  const earlier = intent.detail.sentVersions.length > 0 ? intent.detail.windowFrom : null;
  const sent = earlier === null ? [command] : [...resolveSent(desk, intent), command];
  const read = await readSince(desk.gateway, sent, earlier ?? from, desk.parts.scanWindow);
  if (read.kind === 'trouble') return read;
  const notes = read.kind === 'no-read' ? ['no-read-back'] : [];
  const use = await numberUse(desk, command);
  if (typeof use === 'object') return use;
  if (use === 'used') return { kind: 'unsendable', code: 'number-in-use', field: 'serial_id' };
  // Whether it is free could not be found out: the user's word counts for the number it was given for.
  if (use === 'unknown' && intent.detail.checkedNumber !== numberOf(command))
    return { kind: 'unsendable', code: NUMBER_NOT_CHECKED, field: 'serial_id' };
  const found = read.kind === 'found' ? read.found : [];
  if (earlier !== null) {
    const creator = await ownCreator(desk, intent);
    // An attempt taken for lost may have committed after all: then this is our own record, not another's.
    const verdict = desk.parts.judgeCreate({
      sent: sent.slice(0, -1),
      found,
      preexisting: new Set(intent.detail.preexisting),
      claimed: (id) => claimedByOther(desk, intent, id),
      windowFrom: earlier,
      selfUserId: desk.selfUserId(),
      ownCreator: creator,
      verified: true,
      afterBound: true,
      money: desk.parts.isMoney(command),
      stray: strayTwin(desk, intent),
    });
    if (verdict.kind === 'adopt')
      return {
        kind: 'already',
        realId: verdict.id,
        children: verdict.children,
        readAt: read.kind === 'found' ? read.readAt : null,
        own: true,
      };
  }
  return {
    kind: 'go',
    command,
    windowFrom: earlier ?? from,
    preexisting: [
      ...new Set([...intent.detail.preexisting, ...(earlier === null ? found.map((item) => item.id) : [])]),
    ],
    notes,
  };
};

const preflightEdit = async (desk: OutboxDesk, intent: Intent, target: string): Promise<Preflight> => {
  const { command } = intent;
  const read = await readRecord(desk.gateway, intent.kind, target);
  if (read.kind === 'trouble') return read;
  if (read.kind === 'missing') return { kind: 'unsendable', code: 'gone' };
  if (read.kind === 'no-read')
    return {
      kind: 'go',
      command,
      windowFrom: null,
      preexisting: intent.detail.preexisting,
      notes: ['could-not-compare'],
    };
  const known = read.snapshot.children.map((item) => item.ref).filter((ref) => ref !== '');
  if (intent.detail.sentVersions.length > 0) {
    const verdict = desk.parts.judgeEdit({
      sent: resolveSent(desk, intent),
      base: intent.base,
      now: read.snapshot,
      knownChildren: new Set(intent.detail.preexisting),
      afterBound: false,
      money: false,
      replaySafe: true,
    });
    if (verdict.kind === 'adopt')
      return { kind: 'already', realId: target, children: verdict.children, readAt: read.readAt, own: true };
  }
  const merged = desk.parts.mergeEdit(
    command,
    baseThatHappened(desk.store, intent),
    read.snapshot,
    ownWrites(desk.store, intent),
  );
  if (merged.kind === 'conflict') return merged;
  if (merged.kind === 'same')
    return {
      kind: 'already',
      realId: target,
      children: new Map(),
      readAt: read.readAt,
      own: false,
      command: merged.command,
    };
  const whole = keepsLeftOut(desk, intent, merged.command, read.snapshot);
  if (whole.kind === 'would-clear') return { kind: 'unsendable', code: 'would-clear', field: whole.field };
  return {
    kind: 'go',
    command: whole.command,
    windowFrom: null,
    preexisting: known,
    notes: merged.unread.length > 0 ? ['could-not-compare-all'] : [],
    before: read.snapshot,
  };
};

/** Set on an item by the user's word that the whole record may go. */
export const WHOLE_RECORD = 'whole-record';

/**
 * Where edits were seen to empty what they leave out: the edit that empties nothing, or what it would empty.
 */
const keepsLeftOut = (
  desk: OutboxDesk,
  intent: Intent,
  command: Command,
  now: Snapshot,
): { kind: 'send'; command: Command } | { kind: 'would-clear'; field: string } => {
  if (omissionOf(desk, intent.kind) !== 'clears') return { kind: 'send', command };
  const mayFill = intent.detail.notes.includes(WHOLE_RECORD) && !desk.parts.isMoney(command);
  const whole = mayFill ? withLeftOutFields(command, now) : command;
  const sent = { ...whole, fields: { ...sentAlong(whole, now.fields), ...whole.fields } };
  const [field] = fieldsLeftOut(sent, now);
  return field === undefined ? { kind: 'send', command: whole } : { kind: 'would-clear', field };
};
