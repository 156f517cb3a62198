/**
 * Handles edits on a service that empties omitted fields (OB39). Such an edit is not sent. If the user
 * agrees, the whole record is sent, and omitted fields are filled in from a read right before. This is never
 * done for money (E5, E7), or if a value cannot be sent back as it was read. Pure.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { toCommandValue } from '../compare/command-value';
import { isEmptyValue } from '../compare/compare-values';

type Fields = Record<string, unknown>;

/** Fields with a value on the server that `sent` does not carry. */
const missingFrom = (sent: Fields, now: Fields, table: FieldTable): string[] =>
  Object.keys(now).filter((key) => !(key in sent) && !isEmptyValue(table[key]?.type, now[key]));

const sightOf = (item: CommandChild, now: Snapshot): Fields => {
  if (isLocalRef(item.ref) || item.remove) return {};
  return now.children.find(({ ref }) => ref === item.ref)?.fields ?? {};
};

/** Names of the fields that would be emptied, those of contacts and lines included. */
export const fieldsLeftOut = (command: Command, now: Snapshot): string[] => {
  const tables = KIND_TABLES[command.kind];
  return [
    // No edit empties a field that the service sets itself.
    ...missingFrom(command.fields, now.fields, tables.fields).filter(
      (key) => tables.fields[key]?.ifOmitted !== 'given',
    ),
    ...command.children.flatMap((item) => missingFrom(item.fields, sightOf(item, now), tables.children)),
  ];
};

/** Lists of the type `json`, such as images, cannot be sent back as they were read. */
const filled = (sent: Fields, now: Fields, table: FieldTable): Fields => {
  const back: Fields = {};
  for (const key of missingFrom(sent, now, table)) {
    const type = table[key]?.type;
    const value = type === 'json' ? undefined : toCommandValue(type, now[key]);
    if (value !== undefined) back[key] = value;
  }
  return { ...sent, ...back };
};

/** The edit with all omitted fields that can be sent back as they were read. */
export const withLeftOutFields = (command: Command, now: Snapshot): Command => {
  const tables = KIND_TABLES[command.kind];
  return {
    ...command,
    fields: filled(command.fields, now.fields, tables.fields),
    children: command.children.map((item) => ({
      ...item,
      fields: filled(item.fields, sightOf(item, now), tables.children),
    })),
  };
};
