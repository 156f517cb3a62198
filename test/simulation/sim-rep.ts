/**
 * The actions of the rep and the colleagues in a run: one weighted step at a time, through the same calls
 * that the screens make.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { INTENT_KINDS, type Snapshot } from '#shared/domain/intent';
import { draftDiscarded } from './edges';
import { snapshotOf } from '#core/outbox/compare/server-snapshot';
import type { Intent } from '#core/outbox/store/intent-record';
import { detailsInLiveShape } from '#service/live/shapes';
import type { SimWorld } from './sim-world';
import { BOUND_MS, must } from './invariants';

type Kind = Intent['kind'];
/** Kinds that a colleague enters at the same moment, and the path of the push. */
const TWINNED = {
  company: '/v1/company/pushCompanyAndCustomers',
  lead: '/v1/lead/push',
  opportunity: '/v1/opportunity/push',
} as const;
const isTwinned = (kind: Kind): kind is keyof typeof TWINNED => kind in TWINNED;
const OPEN = ['queued', 'sending', 'rejected', 'conflict', 'uncertain'];

export class SimRep {
  #n = 0;
  readonly #stale = new Map<string, Snapshot>();
  readonly #drafts: string[] = [];
  readonly world: SimWorld;
  constructor(world: SimWorld) {
    this.world = world;
  }

  #word(): string {
    return `w${++this.#n}`;
  }
  #local(): string {
    return `local:${this.world.random.uuid()}`;
  }
  #contacts(): unknown[] {
    return Array.from({ length: this.world.random.int(0, 2) }, (_, at) => {
      const word = this.#word();
      return {
        ref: this.#local(),
        fields: {
          name: `P ${word}`,
          email: `${word}@x.example`,
          ...(at === 0 ? { main_customer_flag: 1 } : {}),
        },
      };
    });
  }
  #phone(): Record<string, string> {
    return { tel_area_code: '86', tel: `138${String(10_000_000 + ++this.#n)}` };
  }
  /** Names repeat, so that twins occur. */
  #name(): string {
    return this.world.random.chance(0.35) ? `Twin ${this.world.random.int(1, 2)}` : `Co ${this.#word()}`;
  }
  #company(): string | null {
    return this.#made('company');
  }
  #made(kind: 'company' | 'opportunity'): string | null {
    const all = this.world.truth
      .list()
      .filter((one) => one.kind === kind && one.state !== 'discarded' && one.command.target === null);
    return all.length > 0 && this.world.random.chance(0.9) ? this.world.random.pick(all).id : null;
  }
  #submit(
    command: Record<string, unknown>,
    base: Snapshot | null = null,
    draftId: string | null = null,
  ): void {
    const { world } = this;
    const result = world.call(() =>
      world.outbox.submit({ command: { schema: 1, target: null, children: [], ...command }, base, draftId }),
    );
    if (result?.ok) {
      world.acknowledged.add(result.id);
      this.#said(result.id, command.fields);
    }
    // Submitting deletes the draft in the same commit, acknowledged or not.
    if (draftId && (result?.ok || (result === null && world.truth.draft(draftId) === null)))
      world.acknowledgedDrafts.delete(draftId);
    else if (draftId && result === null)
      world.submittedDrafts.set(draftId, (command.fields as { name?: unknown }).name);
    world.note(
      `submit ${String(command.kind)} ${command.target ? `edit ${String(command.target).slice(-6)} ` : ''}→ ${result ? (result.ok ? `${result.id.slice(6, 12)} ${result.outcome}` : `${result.code} ${JSON.stringify(result.issues)}`) : 'not acknowledged'}`,
    );
  }

  /** An acknowledged value is the stored value, whether or not the edit was folded. */
  #said(id: string, fields: unknown): void {
    const { remark } = fields as { remark?: string };
    const kept = this.world.truth.get(id)?.command.fields.remark;
    must(
      remark === undefined || kept === remark,
      'values-arrive',
      () => `${id.slice(6, 12)} was told ${remark} and keeps ${String(kept)}`,
    );
  }

  create(): void {
    const { random, profile } = this.world;
    const kind = random.weighted({
      company: 5,
      lead: 4,
      receipt: 3,
      outboundInvoice: 3,
      opportunity: profile === 'full' ? 4 : 0,
      trailNote: profile === 'full' ? 2 : 0,
    });
    const remark = this.#word();
    switch (kind) {
      case 'company':
        return this.#submit({
          kind,
          target: random.chance(0.04) ? '424242' : null,
          fields: {
            name: this.#name(),
            pool_id: '0',
            remark,
            address: this.#word(),
            ...(random.chance(0.3) ? { origin_list: ['7'], star: 3 } : {}),
            ...(random.chance(0.3) ? this.#phone() : {}),
            ...(random.chance(0.3) ? { biz_type: random.int(1, 6) } : {}),
          },
          children: this.#contacts(),
        });
      case 'lead':
        return this.#submit({
          kind,
          target: random.chance(0.04) ? '424242' : null,
          fields: { name: this.#name(), remark, address: this.#word() },
          children: this.#contacts(),
        });
      case 'opportunity': {
        const company = this.#company() ?? '424242';
        return this.#submit({
          kind,
          target: random.chance(0.04) ? '424242' : null,
          fields: {
            name: this.#name(),
            company_id: company,
            remark,
            fail_remark: this.#word(),
            ...(random.chance(0.6) ? { amount: random.pick(['100.50', '7']), currency: 'USD' } : {}),
            ...(random.chance(0.5) ? { stage: '6102', flow_id: '6100' } : {}),
            ...(random.chance(0.5) ? { main_user: this.world.selfUserId } : {}),
          },
        });
      }
      case 'receipt':
        return this.#submit({
          kind,
          target: random.chance(0.04) ? '424242' : null,
          fields: {
            amount: random.pick(['100.50', '7', '1234.5678']),
            currency: 'USD',
            remark,
            ...this.#companyField(),
            ...(random.chance(0.7) ? { handler: [this.world.selfUserId] } : {}),
          },
        });
      case 'outboundInvoice':
        return this.#submit({
          kind,
          fields: {
            currency: 'USD',
            ...this.#companyField(),
            ...(random.chance(0.5) ? { serial_id: random.chance(0.2) ? 'INV-SAME' : `INV-${remark}` } : {}),
          },
          children: this.#lines(),
        });
      case 'trailNote': {
        const opportunity = random.chance(0.4) ? this.#made('opportunity') : null;
        const company =
          opportunity === null ? (this.#company() ?? (random.chance(0.5) ? '424242' : null)) : null;
        if (company ?? opportunity)
          this.#submit({
            kind,
            fields: {
              ...(company === null ? { opportunity_id: opportunity } : { company_id: company }),
              content: random.chance(0.3) ? 'called again' : `note ${remark}`,
              remark_type: 103,
            },
          });
      }
    }
  }
  #companyField(): Record<string, unknown> {
    const company = this.#company();
    return company ? { company_id: company } : this.world.random.chance(0.2) ? { company_id: '424242' } : {};
  }
  /** A form sends the unit if the service requires it; sometimes the rep leaves it out. */
  #unit(): Record<string, string> {
    return this.world.quirks.productUnit && this.world.random.chance(0.85) ? { product_unit: 'Box' } : {};
  }
  #lines(): unknown[] {
    return Array.from({ length: this.world.random.int(1, 3) }, () => ({
      ref: this.#local(),
      fields: {
        product_id: String(40_000 + this.world.random.int(1, 3)),
        outbound_count: this.world.random.pick(['2.5', ...'123456789']),
        sale_price: this.world.random.pick(['10.25', '99.999', '3']),
        order_record_id: String(this.world.random.int(100, 999)),
        ...this.#unit(),
      },
    }));
  }

  /**
   * The rep's view of a record: the server's state or an older copy, with own edits applied; `isAsRead`: just as the
   * server has it now.
   */
  #view(kind: Kind, id: string, isAsRead = false): Snapshot | null {
    const { world } = this;
    const found = world.service.truth(RESOURCE_OF_KIND[kind]).find((one) => one.id === id);
    if (!found) return null;
    const fresh = snapshotOf(
      kind,
      JSON.parse(
        JSON.stringify(
          detailsInLiveShape(RESOURCE_OF_KIND[kind], { ...found.doc, ...found.detail }, world.quirks),
          (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
        ),
      ) as Record<string, unknown>,
    );
    if (isAsRead) return { ...fresh, readAt: null };
    const base = (world.random.chance(0.3) ? this.#stale.get(`${kind} ${id}`) : undefined) ?? fresh;
    this.#stale.set(`${kind} ${id}`, base);
    const fields = { ...base.fields };
    for (const intent of world.truth.forRecord(kind, id).reverse())
      if (intent.state !== 'discarded' && intent.state !== 'rejected')
        Object.assign(fields, intent.command.fields);
    return { fields, children: fresh.children, readAt: null };
  }
  #applied(kinds: readonly Kind[]): Intent | undefined {
    const all = this.world.truth
      .list(['applied'])
      .filter((one) => kinds.includes(one.kind) && one.command.target === null && one.realId !== null);
    if (all.length === 0) return undefined;
    // A record whose last edit is in conflict is edited again more often, as a user does who needs it now.
    const disputed = new Set(this.world.truth.list(['conflict']).map(({ realId }) => realId));
    const again = all.filter(({ realId }) => disputed.has(realId));
    const from = again.length > 0 && this.world.random.chance(0.8) ? again : all;
    return this.world.random.pick(from);
  }
  /** The lines of an invoice, unchanged: every edit of one names them (contract E5). */
  #sameLines({ children }: Snapshot): unknown[] {
    return children.map(({ ref, fields }) => ({
      ref,
      fields: { order_record_id: String(fields.order_record_id ?? '0'), ...this.#unit() },
    }));
  }
  /** New values for the fields of a conflict, as a user enters who edits the record and not the item; or null. */
  #disputedFields({ kind, realId }: Intent): Record<string, string | number> | null {
    const item = this.world.truth
      .list(['conflict'])
      .find((one) => one.kind === kind && one.realId === realId);
    const { random } = this.world;
    const known = ['remark', 'address', 'fail_remark', 'bank_name', 'discount_rate'];
    const fields = (item?.detail.conflicts ?? [])
      .filter(({ field, child }) => child === undefined && known.includes(field))
      .map(({ field }) => field);
    if (fields.length === 0 || random.chance(0.2)) return null;
    return Object.fromEntries(
      fields.map((field) => [field, field === 'discount_rate' ? random.int(50, 99) : this.#word()]),
    );
  }
  editRecord(): void {
    const made = this.#applied(['company', 'lead', 'opportunity', 'receipt', 'outboundInvoice']);
    if (!made?.realId) return this.create();
    const { random } = this.world;
    const base = this.#view(made.kind, made.realId);
    if (!base) return;
    const target = random.chance(0.5) ? made.realId : made.id;
    const again = this.#disputedFields(made);
    if (again !== null) {
      const required =
        made.kind === 'company' ? { pool_id: '0' } : made.kind === 'receipt' ? { amount: '1' } : {};
      // A rep who knows of the conflict has seen the present values of the record.
      const seen = this.#view(made.kind, made.realId, true);
      const children = made.kind === 'outboundInvoice' ? this.#sameLines(seen ?? base) : [];
      return this.#submit(
        { kind: made.kind, target, fields: { ...required, ...again }, children },
        seen ?? base,
      );
    }
    const remark = this.#word();
    const same = random.chance(0.15);
    if (made.kind === 'receipt')
      return this.#submit(
        {
          kind: 'receipt',
          target,
          fields: {
            amount: String(base.fields.amount ?? '1'),
            ...(same ? {} : { remark }),
            ...(random.chance(0.4) ? { bank_name: this.#word() } : {}),
          },
        },
        base,
      );
    if (made.kind === 'opportunity')
      return this.#submit(
        {
          kind: 'opportunity',
          target,
          fields: {
            remark: same ? String(base.fields.remark ?? remark) : remark,
            ...(random.chance(0.4) && !same ? { fail_remark: this.#word() } : {}),
            ...(random.chance(0.3) && !same ? { stage: random.pick(['6101', '6102', '6103']) } : {}),
            ...(random.chance(0.2) && !same ? { handler: [this.world.selfUserId] } : {}),
          },
        },
        base,
      );
    if (made.kind === 'outboundInvoice') {
      const lines = base.children.map((line) => ({
        ref: line.ref,
        fields: {
          outbound_count: same ? String(line.fields.outbound_count) : String(random.int(1, 9)),
          sale_price: String(line.fields.sale_price ?? '1'),
          order_record_id: String(line.fields.order_record_id ?? '0'),
          ...this.#unit(),
        },
      }));
      return this.#submit(
        {
          kind: 'outboundInvoice',
          target,
          fields: random.chance(0.3) && !same ? { discount_rate: random.int(1, 49) } : {},
          children: [...lines, ...(random.chance(0.3) && !same ? this.#lines() : [])],
        },
        base,
      );
    }
    // Apart from what E3 requires, it changes only a value that some services return in another form.
    if (made.kind === 'company' && random.chance(0.2)) {
      const changed = random.chance(0.5) ? this.#phone() : { biz_type: random.int(1, 6) };
      return this.#submit({ kind: 'company', target, fields: { ...changed, pool_id: '0' } }, base);
    }
    const fields = {
      remark: same ? String(base.fields.remark ?? remark) : remark,
      ...(random.chance(0.4) && !same ? { address: this.#word() } : {}),
      ...(made.kind === 'company' ? { pool_id: '0' } : {}),
    };
    const children = same
      ? []
      : random.chance(0.25)
        ? this.#contacts()
        : made.kind === 'company' && base.children[0] && random.chance(0.3)
          ? [{ ref: base.children[0].ref, fields: { tel: this.#word() } }]
          : [];
    this.#submit({ kind: made.kind, target, fields, children }, base);
  }
  #open(): Intent | undefined {
    const all = this.world.truth.list(OPEN);
    return all.length > 0 ? this.world.random.pick(all) : undefined;
  }
  editIntent(): void {
    const { world } = this;
    const intent = this.#open();
    if (!intent) return this.create();
    const fields = {
      ...intent.command.fields,
      ...(intent.kind === 'outboundInvoice'
        ? { discount_rate: world.random.int(50, 99) }
        : intent.kind === 'trailNote'
          ? { content: `note ${this.#word()}` }
          : { remark: this.#word() }),
    };
    const extra =
      intent.kind === 'company' && world.random.chance(0.3)
        ? this.#contacts().map((one) => ({ ...(one as object), fields: { name: this.#word() } }))
        : [];
    const changed = intent.command.children.map((item) =>
      intent.kind === 'company' && world.random.chance(0.3)
        ? { ...item, fields: { ...item.fields, tel: this.#word() } }
        : item,
    );
    const result = world.call(() =>
      world.outbox.edit(intent.id, {
        command: { ...intent.command, fields, children: [...changed, ...extra] },
        ...(intent.state === 'conflict' && intent.realId
          ? { base: this.#view(intent.kind, intent.realId) ?? undefined }
          : {}),
      }),
    );
    if (result?.ok) {
      world.acknowledged.add(result.id);
      this.#said(result.id, fields);
    }
    world.note(
      `edit ${intent.id.slice(6, 12)} (${intent.state}) → ${result ? (result.ok ? result.outcome : result.code) : 'not acknowledged'}`,
    );
  }
  userAct(): void {
    const { world } = this;
    const intent = this.#open();
    if (!intent) return this.create();
    const act = world.random.weighted({
      undo: 2,
      discard: 1,
      hold: 3,
      unhold: 3,
      sendNow: 3,
      pause: 1,
      unpause: 3,
      draft: 3,
      decide: 4,
    });
    world.note(`${act} ${intent.id.slice(6, 12)}`);
    switch (act) {
      case 'undo':
        world.call(() => world.outbox.undo(intent.id));
        return;
      case 'discard':
        world.call(() => world.outbox.discard(intent.id));
        return;
      case 'hold':
      case 'unhold':
        world.call(() => world.outbox.hold(intent.id, act === 'hold'));
        return;
      case 'sendNow':
        world.call(() => world.outbox.sendNow(intent.id));
        return;
      case 'pause':
      case 'unpause':
        world.call(() => world.outbox.pause(act === 'pause'));
        return;
      case 'draft':
        this.#draft();
        return;
      case 'decide': {
        const unsettled = world.truth.list(['uncertain', 'rejected', 'conflict']);
        this.decide(unsettled.length > 0 ? world.random.pick(unsettled) : intent, false);
      }
    }
  }
  #draft(): void {
    const { world } = this;
    const held = this.#drafts.at(-1);
    if (held && world.acknowledgedDrafts.has(held) && world.random.chance(0.5)) {
      const { kind } = world.truth.draft(held) ?? { kind: 'lead' as const };
      if (kind === 'lead' && world.random.chance(0.6))
        return this.#submit({ kind: 'lead', fields: { name: `Drafted ${this.#word()}` } }, null, held);
      world.call(() => world.outbox.deleteDraft(held));
      if (world.truth.draft(held) !== null) return;
      world.acknowledgedDrafts.delete(held);
      world.draftEdges[draftDiscarded(kind)] = (world.draftEdges[draftDiscarded(kind)] ?? 0) + 1;
      return;
    }
    const draft = world.call(() =>
      world.outbox.saveDraft({
        kind: world.random.pick(INTENT_KINDS),
        target: null,
        form: { name: this.#word() },
        base: null,
      }),
    );
    if (draft) {
      world.acknowledgedDrafts.add(draft.id);
      this.#drafts.push(draft.id);
    }
  }
  /** Decides as an informed user, who looks at the service first. */
  decide(intent: Intent, final: boolean): void {
    const { world } = this;
    const effects = world.pushesOf(intent.id).filter((one) => one.committed);
    if (intent.state === 'uncertain' && intent.needsUser) {
      // Measured in virtual time, because the computer's clock may have been wrong when it was sent.
      const last = world.pushesOf(intent.id).at(-1);
      const [only] = effects;
      if (only)
        world.call(() =>
          world.outbox.arrived(intent.id, intent.command.target === null ? only.committedId : null),
        );
      else if (last === undefined || world.time.now() - last.at > BOUND_MS)
        world.call(() =>
          world.random.chance(0.7) ? world.outbox.sendAgain(intent.id) : world.outbox.discard(intent.id),
        );
    } else if (intent.state === 'conflict') {
      const base = intent.realId ? this.#fresh(intent.kind, intent.realId) : null;
      if (base && world.random.chance(0.7))
        world.call(() => world.outbox.edit(intent.id, { command: intent.command, base }));
      else world.call(() => world.outbox.discard(intent.id));
    } else if (intent.state === 'rejected' && (final || world.random.chance(0.5)))
      world.call(() =>
        world.random.chance(final ? 0 : 0.5)
          ? world.outbox.sendAgain(intent.id)
          : world.outbox.discard(intent.id),
      );
  }
  #fresh(kind: Kind, id: string): Snapshot | null {
    const key = `${kind} ${id}`;
    this.#stale.delete(key);
    const view = this.#view(kind, id);
    const found = this.#stale.get(key);
    return found ?? view;
  }

  colleague(): void {
    const { world } = this;
    const { random } = world;
    if (random.chance(0.3) && this.#elsewhere()) return;
    if (random.chance(0.5)) {
      const made = this.#applied(['company', 'lead', 'opportunity', 'receipt', 'outboundInvoice']);
      if (!made?.realId) return;
      if (made.kind === 'receipt' || made.kind === 'outboundInvoice') {
        const patch =
          made.kind === 'receipt'
            ? { bank_name: `theirs ${this.#word()}` }
            : { discount_rate: random.int(1, 49) };
        world.service.touch(RESOURCE_OF_KIND[made.kind], made.realId, patch);
        world.touch(made.realId, '');
        return world.note(`colleague changes ${made.kind} ${made.realId}`);
      }
      const theirs = `theirs ${this.#word()}`;
      const field = made.kind === 'opportunity' ? 'fail_remark' : 'address';
      world.service.touch(RESOURCE_OF_KIND[made.kind], made.realId, { [field]: theirs });
      world.touch(made.realId, theirs);
      world.note(`colleague changes ${made.kind} ${made.realId}`);
      return;
    }
    // Somebody else creates the same record at the same moment.
    const intent = world.truth
      .list(['queued', 'sending', 'uncertain'])
      .find(
        (one) =>
          isTwinned(one.kind) &&
          one.command.target === null &&
          (one.kind === 'company' ||
            one.kind === 'opportunity' ||
            world.profile === 'full' ||
            one.command.children.length === 0),
      );
    if (!intent || !isTwinned(intent.kind)) return;
    const { company_id: company, ...fields } = intent.command.fields;
    const customer = typeof company === 'string' ? (world.truth.realIdOf(company) ?? company) : null;
    if (customer?.startsWith('local:')) return;
    const { context } = world.service;
    const other = context.store
      .sql(`SELECT CAST(id AS TEXT) FROM record WHERE resource = 'user' ORDER BY id DESC LIMIT 1`)
      .pluck()
      .get() as string;
    // Granted when the request is sent: with a token that expired meanwhile, E3 would treat the colleague as
    // the default user.
    const token = (): string =>
      context.tokens.grant(
        'colleague',
        { userId: other, nickname: 'Other' },
        'company lead opportunity',
        false,
      ).accessToken;
    const path = TWINNED[intent.kind];
    const body = JSON.stringify({
      ...fields,
      ...(customer === null ? {} : { company_id: customer }),
      ...(intent.kind === 'opportunity' ? { handler: [] } : {}),
      customers: intent.command.children.map((item) => item.fields),
    });
    world.time.after(random.int(0, 3000), async () => {
      await (
        await world.service.fetch(
          new Request(`http://service.sim${path}`, {
            method: 'POST',
            headers: { authorization: token(), 'content-type': 'application/json' },
            body,
          }),
        )
      ).text();
    });
    world.network.faults.set('colleague:same', (world.network.faults.get('colleague:same') ?? 0) + 1);
    world.note(`colleague makes the same ${intent.kind} as ${intent.id.slice(6, 12)}`);
  }

  /**
   * The rep enters an item in doubt once more in a browser. If no push of it has arrived, the rep enters it
   * twice, so that a single record is never mistaken for the lost one (two devices of one user are a stated
   * limit). Returns whether there was such an item.
   */
  #elsewhere(): boolean {
    const { world } = this;
    const open = world.hasQuirk('lag')
      ? []
      : world.truth
          .list(['sending', 'uncertain'])
          .filter((one) => one.command.target === null && one.command.fields.serial_id === undefined);
    const intent = open.find((one) => one.kind === 'trailNote') ?? open.at(0);
    const last = intent && world.pushesOf(intent.id).at(-1);
    if (!intent || !last) return false;
    const { context } = world.service;
    const times = world.pushesOf(intent.id).some((one) => one.committed) ? 1 : 2;
    world.time.after(0, async () => {
      const { accessToken } = context.tokens.grant(
        'browser',
        { userId: world.selfUserId, nickname: 'Self' },
        'company lead invoices opportunity',
        false,
      );
      for (let n = 0; n < times; n++)
        await (
          await world.service.fetch(
            new Request(`http://service.sim${last.path}`, {
              method: 'POST',
              headers: { authorization: accessToken, 'content-type': 'application/json' },
              body: last.body,
            }),
          )
        ).text();
    });
    world.network.faults.set('elsewhere:same', (world.network.faults.get('elsewhere:same') ?? 0) + 1);
    world.note(`${intent.id.slice(6, 12)} is entered in a browser too, ${times} times`);
    return true;
  }
}
