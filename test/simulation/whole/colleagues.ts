/** Colleagues who create, change and delete records directly at the services. */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { Json } from '#service/store/exact-json';
import type { ServiceResource } from '#service/store/record-store';
import { purgeRecord } from '#service/control/inspect';
import { formatServerTime } from '#shared/domain/time';
import type { IntentKind } from '#shared/domain/intent';
import type { Letter, Step } from './history';
import { CONTACT_FIELD } from './form-children';
import { OwnChildren } from './own-children';
import { type Rep } from './rep';
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

const FIRST_ID = 880_000_000_000_000n;
/** Returns true if a colleague made the record with this id. */
export const isOfColleague = (id: string): boolean =>
  BigInt(id) > FIRST_ID && BigInt(id) < FIRST_ID + 1_000_000n;

export class Colleagues {
  readonly #world: WholeWorld;
  readonly #rep: Rep;
  readonly #screens: Screens;
  #n = 0;
  constructor(world: WholeWorld, rep: Rep, screens: Screens) {
    this.#world = world;
    this.#rep = rep;
    this.#screens = screens;
  }
  act({ what, resource, at, service: which }: Extract<Step, { do: 'colleague' }>): void {
    const world = this.#world;
    const service = world.services[which];
    if (what === 'contend') {
      this.#contend(at);
      return;
    }
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
      service.service.touch(resource, id, {
        [field]: `theirs ${this.#word(service, resource, { id, field })}`,
      });
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
      service.forgetTheirs(resource, id);
    } else service.service.remove(resource, id);
  }

  /** A new word, which stands in this field of the record from now on. */
  #word(service: SimService, resource: string, of: { id: string; field: string }): string {
    const word = `k${this.#world.services.indexOf(service)}n${++this.#n}z`;
    service.noteTheirs(resource, of, word);
    return word;
  }
  /** Picks an edit of the rep that is not delivered yet, and changes the same field at the service. */
  #contend(at: number): void {
    const waiting = this.#rep.words.filter(
      ({ letter, word, created, isOver }) =>
        !created && !isOver && !this.#rep.serviceOf(letter).took.has(word),
    );
    const word = waiting[at % Math.max(1, waiting.length)];
    if (!word) return;
    const created = this.#rep.words.find((one) => one.created && one.intentId === word.ref);
    const { took } = this.#rep.serviceOf(word.letter);
    const id = took.get(created?.word ?? '')?.at(-1) ?? word.ref;
    if (word.field !== 'customers') this.overwrite(word.letter, word.kind, { id, field: word.field });
    else if (word.kind === 'company' || word.kind === 'lead')
      this.overwriteContacts(word.letter, word.kind, id, at % 4 === 0);
  }
  /** Changes a field of a record of the rep's service. */
  overwrite(letter: Letter, kind: IntentKind, { id, field }: { id: string; field: string }): void {
    const service = this.#rep.serviceOf(letter);
    const resource = RESOURCE_OF_KIND[kind];
    if (!service.holds(resource, id)) return;
    this.#world.reach(`colleague contend ${resource}`);
    this.#screens.changed.add(`${service.origin} ${resource} ${id}`);
    service.service.touch(resource, id, {
      [field]: `theirs ${this.#word(service, resource, { id, field })}`,
    });
  }
  /** Changes or removes the contacts of a record of the rep's service. */
  overwriteContacts(letter: Letter, kind: 'company' | 'lead', id: string, isRemoval: boolean): void {
    const service = this.#rep.serviceOf(letter);
    const { store } = service.service.context;
    const record = /^\d+$/.test(id) ? store.get(kind, id) : null;
    const contacts = record?.detail.customers;
    if (!record || !Array.isArray(contacts) || contacts.length === 0) return;
    const changed = isRemoval
      ? contacts.slice(1)
      : contacts.map((one, n) => ({
          ...(one as Json),
          [CONTACT_FIELD]: `theirs ${this.#word(service, kind, { id, field: `contact ${n}` })}`,
        }));
    this.#rep.children.forgetNames(contacts.flatMap((one) => OwnChildren.nameIn(one as Json) ?? []));
    this.#world.reach(`colleague ${isRemoval ? 'removes' : 'changes'} contacts of a ${kind}`);
    this.#screens.changed.add(`${service.origin} ${kind} ${id}`);
    if (isRemoval) for (const n of contacts.keys()) service.forgetTheirs(kind, id, `contact ${n}`);
    service.service.touch(kind, id, { customers: changed });
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
    const id = String(FIRST_ID + BigInt(++this.#n));
    const now = this.#now(at);
    const doc: typeof record.doc = { ...record.doc, create_time: now, update_time: now };
    for (const [key, value] of Object.entries(doc)) if (String(value) === like) doc[key] = BigInt(id);
    store.put(resource, { ...record, id, number: '', createTime: now, updateTime: now, removed: 0, doc });
  }
}
