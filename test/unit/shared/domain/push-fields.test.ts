/** Properties of a field that must agree. Each is stated once; this tests the rules between them. */
import { describe, expect, it } from 'vitest';
import { INTENT_KINDS } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { kindOf, type PushField, type WireType } from '#shared/domain/push-fields/push-field';

const FIELDS = INTENT_KINDS.flatMap((kind) =>
  [KIND_TABLES[kind].fields, KIND_TABLES[kind].children].flatMap((table, at) =>
    Object.entries(table).map(([key, field]): [string, PushField] => [
      `${kind}${at === 0 ? '' : ' part'} ${key}`,
      field,
    ]),
  ),
);
const namesOf = (wrong: (field: PushField) => boolean): string[] =>
  FIELDS.flatMap(([name, field]) => (wrong(field) ? [name] : []));
const isOneOf = (type: WireType, ...types: WireType[]): boolean => types.includes(type);

describe('a field that is pushed', () => {
  it('is merged by value only if it is a list of ids: money and status are left to the user', () => {
    expect(namesOf(({ type, isSet }) => isSet === true && !isOneOf(type, 'ids', 'idPaths'))).toEqual([]);
  });

  it('has limits only if it is a whole number', () => {
    expect(namesOf(({ type, range }) => range !== undefined && type !== 'int')).toEqual([]);
  });

  it('names the list of its values if it shows a code', () => {
    expect(namesOf((field) => kindOf(field) === 'enum' && field.options === undefined)).toEqual([]);
  });

  it('is nested in a list in an answer exactly if it is a list', () => {
    const isWrong = ({ type, readFrom = [], shownAt = [] }: PushField): boolean =>
      [...readFrom, ...shownAt].some(
        (place) =>
          typeof place === 'object' &&
          'ids' in place &&
          (place.isList ?? false) !== isOneOf(type, 'ids', 'textIds'),
      );
    expect(namesOf(isWrong)).toEqual([]);
  });

  it('is read from the places where the overlay shows it', () => {
    const isWrong = ({ readFrom = ['own'], shownAt = ['own'] }: PushField): boolean =>
      readFrom.length > 0 && !shownAt.some((place) => readFrom.includes(place));
    expect(namesOf(isWrong)).toEqual([]);
  });

  it('is shown in each place where an answer shows it, or else an old value stays beside the pending one', () => {
    // `tag` is the column of `cus_tag`; the others are read by id and shown with their name.
    const shownElsewhere = namesOf(({ readFrom = ['own'], shownAt = ['own'] }) =>
      readFrom.some((place) => place !== 'own' && !shownAt.includes(place)),
    );
    expect(shownElsewhere).toEqual([]);
  });

  it('can be read back if it can be repeated, because an edit carries the value that was read', () => {
    expect(namesOf(({ isRepeated, readFrom }) => isRepeated === true && readFrom?.length === 0)).toEqual([]);
  });
});
