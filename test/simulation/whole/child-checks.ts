/** Checks that lines and contacts are as the rep saved them, on the screens and at the service. */
import { isOfColleague } from './colleagues';
import { must, type Letter } from './history';
import { OwnChildren, PARTS } from './own-children';
import { RESOURCE } from './rep';
import type { Screens } from './screens';
import { isAnswer } from './whole-world';

/** A record shows the lines and contacts that the rep saved, and none that the rep removed. */
export const childrenShown = async (
  { world, rep }: Pick<Screens, 'world' | 'rep'>,
  letter: Letter,
): Promise<void> => {
  for (const { kind, id, children } of rep.children.known(letter)) {
    if (rep.leftOut.get(letter)?.has(RESOURCE[kind])) continue;
    const record = await world.ask('records.get', (w) => w.records.get({ resource: RESOURCE[kind], id }));
    if (!isAnswer(record)) return;
    const { field, word } = PARTS[kind];
    // Lines and contacts are a part of the details.
    const shown = record?.values[field];
    if (!Array.isArray(shown)) continue;
    for (const { name, isIn } of children) {
      const found = shown.filter(
        (child: Record<string, unknown>) => OwnChildren.nameIn(child) === name,
      ).length;
      must(
        found === (isIn ? 1 : 0),
        'children-as-saved',
        () =>
          `${kind} ${id}: ${found} of ${name} are shown, which was ${isIn ? 'saved' : 'removed'}: ${JSON.stringify(shown)}`,
      );
    }
    world.reach(`${word}s shown as saved`);
  }
};

/** The service has the lines and contacts that the rep saved, and none that the rep removed. */
export const childrenArrived = (
  { world, rep, erased }: Pick<Screens, 'world' | 'rep' | 'erased'>,
  letter: Letter,
): void => {
  const service = rep.serviceOf(letter);
  for (const { kind, id, children } of rep.children.known(letter)) {
    const isErased = [...erased].some((one) => one.startsWith(`${service.origin} ${RESOURCE[kind]} `));
    for (const { name, isIn } of children) {
      // Colleagues make records from those that exist, with the same lines.
      const found = service
        .recordsWith(RESOURCE[kind], PARTS[kind].textOf(name))
        .filter((one) => one.id === id || !isOfColleague(one.id));
      const times = found.reduce((sum, one) => sum + one.times, 0);
      must(
        isIn ? times === 1 || (isErased && times === 0) : found.every(({ removed }) => removed === 1),
        'children-as-saved',
        () =>
          `${kind} ${id}: ${name} is ${times} times in [${found.map((one) => one.id).join()}] and was ${isIn ? 'saved' : 'removed'}`,
      );
      world.reach(`${PARTS[kind].word} arrived as saved`);
    }
  }
};
