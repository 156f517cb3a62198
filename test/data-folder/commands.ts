/** The commands of a data folder: one record of each kind that the outbox sends, and an edit of it. */
import type { CommandChild } from '../../src/shared/domain/intent';

/** Written out, so that a kind that the code loses is missed. */
export const KINDS = ['company', 'lead', 'opportunity', 'outboundInvoice', 'receipt', 'trailNote'] as const;
export type Kind = (typeof KINDS)[number];

export interface NewRecord {
  kind: Kind;
  schema: 1;
  target: string | null;
  fields: Record<string, unknown>;
  children: CommandChild[];
}
/** The records that a new one names. */
export interface Parents {
  company: string;
  /** A note is about this opportunity, or about the company if there is none. */
  opportunity?: string;
}

/** The name is the item's title and is nowhere else among the records of its kind. */
export const newRecord = (kind: Kind, name: string, parents: Parents): NewRecord => {
  const company_id = parents.company;
  const ref = `local:${name.replaceAll(' ', '-')}`;
  switch (kind) {
    case 'company':
      return make(kind, { name, pool_id: '0', remark: name }, [
        { ref: `${ref}-contact`, fields: { name: `Contact of ${name}` } },
      ]);
    case 'lead':
      return make(kind, { name, remark: name });
    case 'opportunity':
      return make(kind, { name, company_id, remark: name, amount: '100.50', currency: 'USD', handler: [] });
    case 'outboundInvoice':
      return make(kind, { serial_id: name, currency: 'USD', company_id, discount_rate: 100 }, [
        {
          ref: `${ref}-line`,
          fields: {
            product_id: '40001',
            outbound_count: '2',
            sale_price: '9.99',
            order_record_id: '100',
          },
        },
      ]);
    case 'receipt':
      return make(kind, { account_name: name, amount: '12.50', currency: 'USD', company_id, remark: name });
    case 'trailNote':
      return make(kind, {
        content: name,
        remark_type: 103,
        ...(parents.opportunity === undefined ? { company_id } : { opportunity_id: parents.opportunity }),
      });
  }
};

const make = (kind: Kind, fields: NewRecord['fields'], children: CommandChild[] = []): NewRecord => ({
  kind,
  schema: 1,
  target: null,
  fields,
  children,
});

/** The field of a record that an edit changes, with the value of a colleague and our own. */
export const changeOf = (kind: Kind): { key: string; theirs: unknown; ours: unknown } =>
  kind === 'outboundInvoice'
    ? { key: 'discount_rate', theirs: 90, ours: 80 }
    : { key: 'remark', theirs: 'theirs', ours: 'ours' };

/** An edit of a delivered record. An invoice lists its lines in every edit. */
export const editOf = (made: NewRecord, target: string): NewRecord => {
  const { key, ours } = changeOf(made.kind);
  return {
    ...made,
    target,
    fields: { ...made.fields, [key]: ours },
    children: made.kind === 'outboundInvoice' ? made.children : [],
  };
};
