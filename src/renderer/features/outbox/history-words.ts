/** The wording of a ledger event. */
import type { z } from 'zod';
import type { ledgerEntrySchema } from '#shared/contract/outbox-item';

type Entry = z.infer<typeof ledgerEntrySchema>;

/** Returns the catalogue key under `outbox.history` and its parameters. Pure. */
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
    case 'edit':
      if (typeof facts.undoneTo === 'number') return { key: 'undone', fill: {} };
      if (Array.isArray(facts.takesBack)) return { key: 'takenBack', fill: {} };
      return { key: typeof facts.follows === 'string' ? 'carried' : event, fill: {} };
    case 'refused':
      return typeof facts.message === 'string' && facts.message.trim() !== ''
        ? { key: event, fill: { message: facts.message } }
        : { key: 'refusedSilently', fill: {} };
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
    case 'checked':
      if (facts.replacedSeen === true) return { key: 'replacedSeen', fill: {} };
      return { key: typeof facts.cleared === 'object' ? 'checkedCleared' : event, fill: {} };
    default:
      return { key: event, fill: { attempt: attempt ?? '' } };
  }
};
