/** Colleagues who create, change and delete records directly at the services. */
import type { ServiceResource } from '#service/store/record-store';
import { purgeRecord } from '#service/control/inspect';
import { formatServerTime } from '#shared/domain/time';
import type { Step } from './history';
import type { SimService } from './sim-service';
import type { Screens } from './screens';
import type { WholeWorld } from './whole-world';

/** The fields that they change; the rep changes some of them too. */
const FIELDS: Partial<Record<string, readonly string[]>> = {
  trail: ['content'],
  company: ['address', 'name'],
  lead: ['address', 'name'],
  opportunity: ['fail_remark', 'remark'],
  receipt: ['bank_name', 'remark'],
};

export class Colleagues {
  readonly #world: WholeWorld;
  readonly #screens: Screens;
  #n = 0;
  constructor(world: WholeWorld, screens: Screens) {
    this.#world = world;
    this.#screens = screens;
  }
  act({ what, resource, at, service: which }: Extract<Step, { do: 'colleague' }>): void {
    const world = this.#world;
    const service = world.services[which];
    world.reach(`colleague ${what} ${resource}`);
    const records = service.live(resource);
    const record = records[at % Math.max(1, records.length)];
    if (!record || resource === 'user') return;
    const { id } = record;
    const key = `${service.origin} ${resource} ${id}`;
    if (what === 'make') {
      this.#make(service, resource, id);
      return;
    }
    if (what === 'change') {
      const fields = FIELDS[resource] ?? ['remark'];
      const field = fields[at % fields.length] ?? 'remark';
      this.#screens.changed.add(key);
      service.service.touch(resource, id, { [field]: `theirs k${which}n${++this.#n}z` });
      return;
    }
    if (what === 'move') {
      this.#move(service, resource, { id, isTouched: at % 2 === 0 });
      return;
    }
    this.#screens.removed.add(key);
    if (what === 'purge') {
      this.#screens.erased.add(key);
      purgeRecord(service.service.context, resource, id);
    } else service.service.remove(resource, id);
  }

  /**
   * An order becomes a draft or is approved, a lead is archived or restored: it moves to another list. A
   * service may do so without changing the update time.
   */
  #move(
    { service }: SimService,
    resource: ServiceResource,
    { id, isTouched }: { id: string; isTouched: boolean },
  ): void {
    const { store } = service.context;
    const record = store.get(resource, id);
    if (!record) return;
    if (resource === 'order') record.draft = record.draft === 1 ? 0 : 1;
    else record.detail.archive = record.detail.archive === 1 ? 0 : 1;
    store.write(() => store.replace(resource, record));
    if (isTouched) service.touch(resource, id, {});
  }
  /** The time of the service. */
  #now({ skewMs }: SimService): string {
    return formatServerTime(this.#world.time.now() + skewMs, 8 * 3_600_000);
  }
  /** Creates a record like that one, now. */
  #make(at: SimService, resource: ServiceResource, like: string): void {
    const { store } = at.service.context;
    const record = store.get(resource, like);
    if (!record) return;
    const id = String(880_000_000_000_000n + BigInt(++this.#n));
    const now = this.#now(at);
    const doc: typeof record.doc = { ...record.doc, create_time: now, update_time: now };
    for (const [key, value] of Object.entries(doc)) if (String(value) === like) doc[key] = BigInt(id);
    store.put(resource, { ...record, id, number: '', createTime: now, updateTime: now, removed: 0, doc });
  }
}
