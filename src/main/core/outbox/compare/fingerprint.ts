/**
 * Creates that read-back could not tell apart share a fingerprint, and so never fly, or stay in doubt,
 * together. It is made of what every profile's lists give back: coarser than needed is safe, finer is not.
 * Edits have one each.
 */
import type { Command } from '#shared/domain/intent';
import { canonical } from './canonical';

const words = (value: unknown): string => canonical('text', value).toLowerCase().replace(/\s+/g, ' ');

/** `id` is the intent's; `command` has its references resolved when it is about to be sent. */
export const fingerprintOf = (id: string, command: Command): string => {
  if (command.target !== null) return `edit|${id}`;
  const f = command.fields;
  switch (command.kind) {
    case 'company':
      return `company|${words(f.name)}|${words(f.serial_id)}`;
    case 'lead':
      return `lead|${words(f.name)}`;
    case 'outboundInvoice':
      return words(f.serial_id) === ''
        ? `outboundInvoice|${canonical('id', f.company_id)}`
        : `outboundInvoice|#${words(f.serial_id)}`;
    case 'receipt':
      return `receipt|${canonical('id', f.company_id)}|${canonical('decimal', f.amount)}`;
    case 'trailNote':
      return `trailNote|${canonical('id', f.company_id)}|${canonical('id', f.lead_id)}|${canonical('id', f.opportunity_id)}|${words(f.content)}`;
  }
};
