/**
 * Exports the outbox to a file and restores it. Each installation has its own account ids, so a copy also
 * names the person and the service. Another computer restores it only for the same person at the same
 * service.
 */
import { z } from 'zod';
import { localDayOf } from '#shared/domain/time';
import type { Profile } from '../../accounts/files/account-file';
import { isSameService } from '../../accounts/sign-in/base-url';
import type { Workspace } from '../../accounts/workspace/workspace';
import type { Restored } from '../../outbox/export-outbox';

type Person = Pick<Profile, 'baseUrl' | 'formerBaseUrls' | 'selfUserId' | 'identity'>;
type Opened = Pick<Workspace, 'outbox' | 'profileId'>;

const originSchema = z.looseObject({
  accountId: z.string(),
  person: z
    .object({
      baseUrl: z.string(),
      selfUserId: z.string().nullable(),
      /** Of the sign-in. */
      email: z.string().nullable().default(null),
    })
    .optional(),
});
type Origin = z.infer<typeof originSchema>;

export const exportCopy = (
  outbox: Opened['outbox'],
  { baseUrl, selfUserId, identity: { email } }: Person,
): { fileName: string; text: string } => {
  const exported = outbox.export();
  return {
    fileName: `satchel-outbox-${localDayOf(exported.exportedAt)}.json`,
    text: JSON.stringify({ ...exported, person: { baseUrl, selfUserId, email } }, null, 2),
  };
};

/** Adds the missing items. A copy of the same person from another installation belongs to this account. */
export const restoreCopy = ({ outbox, profileId }: Opened, here: Person, text: string): Restored => {
  const copy = readOrigin(text);
  if (!copy || copy.accountId === profileId || !isSamePerson(copy.person, here)) return outbox.restore(text);
  return outbox.restore(JSON.stringify({ ...copy, accountId: profileId }));
};

const readOrigin = (text: string): Origin | null => {
  try {
    const read = originSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

/**
 * If a user is unknown, as when the service shows no list of users, the e-mails of the sign-ins decide. Returns false
 * if one of them is unknown too: then two accounts at one service cannot be distinguished.
 */
const isSamePerson = (there: Origin['person'], here: Person): boolean => {
  if (there === undefined) return false;
  const addresses = [here.baseUrl, ...(here.formerBaseUrls ?? [])];
  if (!addresses.some((address) => isSameService(there.baseUrl, address))) return false;
  return there.selfUserId !== null && here.selfUserId !== null
    ? there.selfUserId === here.selfUserId
    : there.email !== null && there.email === here.identity.email;
};
