/** The names of colleagues. Pure. */
import type { Row } from '#shared/contract/records';

type User = Pick<Row, 'id' | 'values'>;

export const personName = ({ id, values }: User): string =>
  String(values.nickname || values.full_name || values.email || id);

/** The facts that can tell two people with the same name apart. The id is always different. */
const FACTS = [
  ({ values }: User): string => String(values.full_name ?? ''),
  ({ values }: User): string => String(values.email ?? ''),
  ({ id }: User): string => id,
];

/** Returns the colleagues as choices. If several have the same name, a fact in brackets tells them apart. */
export const peopleOptions = (users: readonly User[]): { id: string; name: string }[] => {
  const byName = Map.groupBy(users, personName);
  return users.map((user) => {
    const name = personName(user);
    const namesakes = byName.get(name) ?? [];
    if (namesakes.length === 1) return { id: user.id, name };
    const told = FACTS.find((factOf) => {
      const facts = new Set(namesakes.map(factOf));
      return facts.size === namesakes.length && !facts.has('') && !facts.has(name);
    });
    return { id: user.id, name: `${name} (${told?.(user) ?? user.id})` };
  });
};
