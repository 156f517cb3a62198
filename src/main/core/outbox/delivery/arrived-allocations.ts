/**
 * The allocations of a receipt have no ids, and every push adds those that it lists (OB4). So an edit that is sent
 * again leaves out the ones of an earlier attempt that the receipt shows now and did not show before. Pure.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { canonical } from '../compare/canonical';
import { allocationsLike } from '../compare/compare-sent';

const TABLE = KIND_TABLES.receipt.children;
type Fields = CommandChild['fields'];

const textOf = (fields: Fields): string =>
  JSON.stringify(
    Object.keys(fields)
      .toSorted()
      .map((key) => [key, canonical(TABLE[key]?.type, fields[key])]),
  );

/**
 * `before` is the receipt before the first attempt. `changed`: an allocation arrived with other values; to send it with
 * the present ones would make a second one.
 */
export const withoutArrived = (
  command: Command,
  attempts: readonly Command[],
  before: Snapshot | null,
  now: Snapshot,
): Command | 'changed' => {
  if (command.kind !== 'receipt' || attempts.length === 0) return command;
  const children: CommandChild[] = [];
  for (const item of command.children) {
    const arrived = attempts
      .map((one) => sameChild('receipt', one.children, item)?.fields)
      .filter((sent) => sent !== undefined)
      .filter((sent) => allocationsLike(now, sent) > allocationsLike(before, sent));
    if (arrived.length === 0) children.push(item);
    else if (!arrived.some((sent) => textOf(sent) === textOf(item.fields))) return 'changed';
  }
  return children.length === command.children.length ? command : { ...command, children };
};
