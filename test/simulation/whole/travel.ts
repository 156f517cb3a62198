/** What the rep takes along: single customers, and lists with any filter. */
import type { Filter } from '#shared/contract/records';
import { TRAVEL_KINDS } from '#shared/domain/travel';
import type { Step } from './history';
import type { Screens } from './screens';
import { isAnswer, type WholeWorld } from './whole-world';

/** A field that no version has, and a custom field that no record has. */
const UNKNOWN_FIELDS = ['gone_field', '9199'];

export class Travel {
  readonly #world: WholeWorld;
  readonly #screens: Screens;
  constructor(world: WholeWorld, screens: Screens) {
    this.#world = world;
    this.#screens = screens;
  }

  async act({ what, at }: Extract<Step, { do: 'travel' }>): Promise<void> {
    const world = this.#world;
    if (what === 'stop') await world.ask('travel.stop', (w) => w.travel.stop());
    else if (what === 'leaveAll') await world.ask('travel.unpin', (w) => w.travel.unpin({ keys: null }));
    else if (what === 'takeList') await this.#takeList(at);
    else await this.#customer(what, at);
    await world.ask('travel.pins', (w) => w.travel.pins());
    await world.ask('travel.state', (w) => w.travel.state(), { waits: true });
  }
  async #customer(what: 'take' | 'leave', at: number): Promise<void> {
    const world = this.#world;
    const rows = await this.#screens.list('company');
    const id = rows?.[at % Math.max(1, rows.length)]?.id;
    if (id === undefined) return;
    if (what === 'leave') {
      await world.ask('travel.unpin', (w) => w.travel.unpin({ keys: [`company~${id}`] }));
      return;
    }
    await world.ask('travel.pin', (w) =>
      w.travel.pin({ pins: [{ kind: 'record', resource: 'company', id }] }),
    );
    await world.ask('travel.prepare', (w) => w.travel.prepare());
  }
  /**
   * The filter may name any field, also one that does not exist or does not fit the filter: an earlier version
   * may have saved the list.
   */
  async #takeList(at: number): Promise<void> {
    const world = this.#world;
    const resource = TRAVEL_KINDS[at % TRAVEL_KINDS.length]!;
    const columns = await world.ask('records.columns', (w) => w.records.columns({ resource }));
    if (!isAnswer(columns)) return;
    const field = world.random.pick([...columns.map(({ key }) => key), ...UNKNOWN_FIELDS]);
    const filter = world.random.pick<Filter>([
      { field, op: 'notEmpty' },
      { field, op: 'empty' },
      { field, op: 'contains', text: 'a' },
      { field, op: 'between', from: '2026', to: 'many' },
      { field, op: 'in', values: ['1', 'a'] },
    ]);
    const view = { resource, filters: [filter], sort: [], search: '', removed: at % 9 === 0 };
    const id = `list-${at % 4}`;
    world.note(`takes along the list of ${resource} by ${field} ${filter.op}`);
    await world.ask('travel.pin', (w) => w.travel.pin({ pins: [{ kind: 'list', id, name: id, view }] }));
    if (at % 2 === 0) await world.ask('travel.prepare', (w) => w.travel.prepare());
    world.reach(`travel list ${filter.op}`);
  }
}
