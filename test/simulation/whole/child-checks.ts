/** Checks that lines and contacts are as the rep saved them, on the screens and at the service. */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { isOfColleague } from './colleagues';
import { must, type Letter } from './history';
import { OwnChildren, type ParentKind, PARTS } from './own-children';
import type { Screens } from './screens';
import { isAnswer, type WholeWorld } from './whole-world';

/**
 * A limit (OB72): such a service removes contacts of a company that an edit leaves out, and offers no read of them.
 */
const mayBeRemoved = ({ options, quirks }: WholeWorld, kind: ParentKind): boolean =>
  kind === 'company' && options.profile === 'contract' && quirks.contactList === 'whole';

/** A record shows the lines and contacts that the rep saved, and none that the rep removed. */
export const childrenShown = async (
  { world, rep }: Pick<Screens, 'world' | 'rep'>,
  letter: Letter,
): Promise<void> => {
  for (const { kind, id, children } of rep.children.known(letter)) {
    const resource = RESOURCE_OF_KIND[kind];
    if (rep.leftOut.get(letter)?.has(resource) || mayBeRemoved(world, kind)) continue;
    // Only the outbox knew that the details on the disk are outdated. The page of a record reads them when it opens.
    if (world.outboxDamagedAt.has(letter))
      await world.ask('sync.fetchDetail', (w) => w.sync.fetchDetail({ resource, id }), { waits: true });
    const record = await world.ask('records.get', (w) => w.records.get({ resource, id }));
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
    if (mayBeRemoved(world, kind)) continue;
    const isErased = [...erased].some((one) =>
      one.startsWith(`${service.origin} ${RESOURCE_OF_KIND[kind]} `),
    );
    for (const { name, isIn } of children) {
      // Colleagues make records from those that exist, with the same lines.
      const found = service
        .recordsWith(RESOURCE_OF_KIND[kind], PARTS[kind].textOf(name))
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
