/** Converts a value that was read from the service to the form that a command stores. Pure. */
import type { WireType } from '#shared/domain/push-fields/push-field';
import { readTyped, valueFault } from '#shared/domain/push-value';

const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
const textsIn = (value: unknown): unknown => (Array.isArray(value) ? value.map(textOf) : value);

const converted = (type: WireType, value: unknown): unknown => {
  switch (type) {
    case 'ids':
    case 'textIds':
      return textsIn(value);
    case 'idPaths':
      return Array.isArray(value) ? value.map(textsIn) : value;
    case 'id':
    case 'decimal':
      return readTyped(type, textOf(value));
    case 'int':
    case 'code':
      return readTyped(type, value);
    default:
      return value;
  }
};

/**
 * The value with ids and decimals as text; undefined if no command may carry it. Some services return the
 * name of a code, or an object in place of an id.
 */
export const toCommandValue = (type: WireType | undefined, value: unknown): unknown => {
  if (type === undefined) return undefined;
  const next = converted(type, value);
  return valueFault(type, next) === null ? next : undefined;
};
