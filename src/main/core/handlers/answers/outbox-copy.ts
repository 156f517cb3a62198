/**
 * Exports the outbox to a file and restores it. Each installation has its own account ids, so a copy also
 * names the person and the service. Another computer restores it only for the same person at the same
 * service.
 */
import { z } from 'zod';
import type { Account } from '#shared/contract/accounts';
import { localDayOf } from '#shared/domain/time';
import { isSameService } from '../../accounts/sign-in/base-url';
import type { Workspace } from '../../accounts/workspace/workspace';
import type { Restored } from '../../outbox/export-outbox';

type Person = Pick<Account, 'baseUrl' | 'selfUserId'>;
type Opened = Pick<Workspace, 'outbox' | 'profileId'>;

const originSchema = z.looseObject({
  accountId: z.string(),
  person: z.object({ baseUrl: z.string(), selfUserId: z.string().nullable() }).optional(),
});

export const exportCopy = (
  { outbox }: Opened,
  { baseUrl, selfUserId }: Person,
): { fileName: string; text: string } => {
  const exported = outbox.export();
  return {
    fileName: `satchel-outbox-${localDayOf(exported.exportedAt)}.json`,
    text: JSON.stringify({ ...exported, person: { baseUrl, selfUserId } }, null, 2),
  };
};

/** Adds the missing items. A copy of the same person from another installation belongs to this account. */
export const restoreCopy = ({ outbox, profileId }: Opened, here: Person, text: string): Restored => {
  const copy = readOrigin(text);
  if (!copy || copy.accountId === profileId || !isSamePerson(copy.person, here)) return outbox.restore(text);
  return outbox.restore(JSON.stringify({ ...copy, accountId: profileId }));
};

const readOrigin = (text: string): z.infer<typeof originSchema> | null => {
  try {
    const read = originSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

/** Returns false if a user is unknown: then two accounts at one service cannot be distinguished. */
const isSamePerson = (there: Person | undefined, here: Person): boolean =>
  there !== undefined &&
  there.selfUserId !== null &&
  there.selfUserId === here.selfUserId &&
  isSameService(there.baseUrl, here.baseUrl);
