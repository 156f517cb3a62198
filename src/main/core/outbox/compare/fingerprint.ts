/**
 * Creates that read-back cannot tell apart share a fingerprint. They are never in flight together and never
 * in doubt together (OB19). It uses only fields that the lists of every service profile return: a coarse
 * fingerprint is safe, a fine one is not. Each edit has its own fingerprint.
 */
import type { Command } from '#shared/domain/intent';
import { canonical } from './canonical';

const words = (value: unknown): string => canonical('text', value).toLowerCase().replace(/\s+/g, ' ');

/** `id` is the intent's id. The references of `command` are resolved right before it is sent. */
export const fingerprintOf = (id: string, command: Command): string => {
  if (command.target !== null) return `edit|${id}`;
  const f = command.fields;
  switch (command.kind) {
    case 'company':
      return `company|${words(f.name)}|${words(f.serial_id)}`;
    case 'lead':
      return `lead|${words(f.name)}`;
    case 'opportunity':
      return `opportunity|${canonical('id', f.company_id)}|${words(f.name)}`;
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
