/** The words of an event in the ledger. */
import type { z } from 'zod';
import type { ledgerEntrySchema } from '#shared/contract/outbox';

type Entry = z.infer<typeof ledgerEntrySchema>;

/** Catalogue key under `outbox.history` and what it is filled with. Pure. */
export const wordingOf = ({
  event,
  facts,
  attempt,
}: Pick<Entry, 'event' | 'facts' | 'attempt'>): { key: string; fill: Record<string, unknown> } => {
  switch (event) {
    case 'accepted':
      return typeof facts.number === 'string' && facts.number !== ''
        ? { key: 'acceptedAs', fill: { number: facts.number } }
        : { key: event, fill: {} };
    case 'refused':
      return { key: event, fill: { message: facts.message ?? '' } };
    case 'unsendable':
      return { key: facts.code === 'gone' ? 'unsendableGone' : event, fill: {} };
    case 'send-again':
      return { key: facts.outOfDoubt === true ? 'send-again-doubt' : event, fill: {} };
    case 'read-back':
    case 'found':
    case 'absent':
      return typeof facts.verdict === 'string'
        ? { key: `read-back-${facts.verdict}`, fill: {} }
        : { key: event, fill: {} };
    default:
      return { key: event, fill: { attempt: attempt ?? '' } };
  }
};
