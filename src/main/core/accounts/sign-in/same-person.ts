/**
 * Decides whether a sign-in is that of a profile's user (AU2). Pure.
 *
 * If claims are known, they must agree; otherwise the profile's user must be among the users that the token can see,
 * and the sign-in must not name a colleague. The claims of a company's shared client name its app, not a person, so the
 * person that the user chooses must agree too.
 */
import type { Credentials } from '#shared/contract/accounts';
import type { Profile } from '../files/account-file';
import { differs, type Identity, identityOf, matches } from './identity';
import type { ProbeUser } from './probe';

/** The person of a sign-in, as far as it tells. */
export interface SignedIn {
  /** The claims of the token, and the e-mail that the user typed. */
  identity: Identity;
  /** The users that the token can see. */
  users: readonly ProbeUser[];
  /** The listed users whom the sign-in names (`namedBy`). */
  namedIds: readonly string[];
  /** The credentials are those of the company's app. */
  isShared: boolean;
}

export const signedInBy = (
  accessToken: string,
  credentials: Credentials,
  users: readonly ProbeUser[],
): SignedIn => {
  const identity = withEmail(identityOf(accessToken), credentials);
  const isShared = credentials.kind === 'client';
  return { identity, users, namedIds: isShared ? [] : namedBy(identity, users), isShared };
};

const withEmail = (identity: Identity, credentials: Credentials): Identity =>
  credentials.kind === 'password' && credentials.username.includes('@')
    ? { ...identity, email: identity.email ?? credentials.username.toLowerCase() }
    : identity;

/** The listed users whom the claims or the e-mail of a sign-in name; several if they have the same e-mail. */
const namedBy = ({ userId, email }: Identity, users: readonly ProbeUser[]): readonly string[] => {
  const byId = users.filter(({ id }) => id === userId);
  const named = byId.length > 0 ? byId : users.filter((user) => user.email.toLowerCase() === email);
  return named.map(({ id }) => id);
};

/** The listed user whom the claims name, by the id or else by the e-mail; null if there is none. */
export const guessSelf = ({ identity, users }: SignedIn): string | null =>
  users.find((user) => user.id === identity.userId)?.id ??
  users.find((user) => identity.email !== null && user.email.toLowerCase() === identity.email)?.id ??
  null;

/** Returns true if a sign-in, for which the user chose a person, joins the profile. */
export const isProfileOf = (profile: Profile, person: SignedIn, chosenId: string | null): boolean =>
  (hasNewEmail(profile, person) ||
    (matches(profile.identity, person.identity) && !isNameOfAnother(profile, person))) &&
  (isPersonOf(person, chosenId) || !isOfAnother(profile, person, chosenId));

/** Why a token must not join the profile that the user signs in to again; null if it may. */
export const whyNotSame = (
  profile: Profile,
  now: SignedIn,
  withholdsUsers: boolean,
): 'account-mismatch' | 'account-unproved' | null => {
  const { identity: known, selfUserId } = profile;
  if (isOfNewApp(profile, now) || hasNewEmail(profile, now)) return null;
  if (differs(known, now.identity) || isNameOfAnother(profile, now)) return 'account-mismatch';
  if (matches(known, now.identity) || selfUserId === null) return null;
  if (withholdsUsers) return 'account-unproved';
  return isListedUser(now.users, selfUserId) ? null : 'account-mismatch';
};

/**
 * Returns true if the profile belongs to another person than the chosen one. Under a shared client the claims name the
 * company's app, not a person. So a profile whose user comes from the claims may belong to anybody.
 */
const isOfAnother = (
  { selfUserId, identity }: Profile,
  { isShared }: SignedIn,
  chosenId: string | null,
): boolean =>
  chosenId !== null &&
  selfUserId !== null &&
  selfUserId !== chosenId &&
  !(isShared && selfUserId === identity.userId);

/**
 * Returns true if the claims name the chosen user: then an earlier choice in the profile was a mistake. The e-mail
 * counts only if the claims have no user id.
 */
const isPersonOf = (person: SignedIn, chosenId: string | null): boolean =>
  chosenId !== null && (person.identity.userId ?? guessSelf(person)) === chosenId;

/**
 * Returns true if a sign-in names a colleague of the profile's user. If it has the profile's own user id or e-mail, the
 * profile's user was chosen by mistake, unless the CRM has given the e-mail to a colleague since.
 */
const isNameOfAnother = (profile: Profile, person: SignedIn): boolean => {
  const { identity: known, selfUserId } = profile;
  const { identity: now, namedIds } = person;
  if (namedIds.length === 0 || selfUserId === null || namedIds.includes(selfUserId)) return false;
  const isSameId = known.userId !== null && namedIds.includes(known.userId);
  const isSameEmail = known.email !== null && known.email === now.email;
  return !isSameId && (!isSameEmail || isHandedOver(profile, person));
};

/**
 * For a sign-in with the profile's e-mail that names a colleague. Returns true if the colleague has another name than
 * the profile's user, and that user was not chosen by mistake: an earlier token named the user, or the CRM no longer
 * lists the user. A person with the same name may have got another id.
 */
const isHandedOver = (
  { identity: known, selfUserId, selfName }: Profile,
  { users, namedIds }: SignedIn,
): boolean => {
  const names = users.filter(({ id }) => namedIds.includes(id)).map(({ name }) => name);
  const isOtherName = selfName !== null && !names.includes(selfName);
  return isOtherName && (known.userId === selfUserId || !isListedUser(users, selfUserId));
};

/**
 * Returns true if the e-mail of the profile's user was changed in the CRM, and no user ids can be compared: the sign-in
 * names the profile's user, and nobody has the former e-mail.
 */
const hasNewEmail = (
  { identity: known, selfUserId }: Profile,
  { identity: now, users, namedIds }: SignedIn,
): boolean =>
  known.email !== null &&
  now.email !== null &&
  (known.userId === null || now.userId === null) &&
  namedIds.length === 1 &&
  namedIds[0] === (known.userId ?? selfUserId) &&
  !users.some((user) => user.email.toLowerCase() === known.email);

/**
 * Returns true if the account and the new client credentials are of two apps of the company: neither id is that of a
 * listed user. The service must list the profile's user.
 */
const isOfNewApp = (
  { identity: { userId: known }, selfUserId }: Profile,
  { identity: { userId: now }, users, isShared }: SignedIn,
): boolean => {
  const isApp = (id: string | null): boolean => id !== null && id !== selfUserId && !isListedUser(users, id);
  return isShared && isApp(known) && isApp(now) && isListedUser(users, selfUserId);
};

const isListedUser = (users: readonly ProbeUser[], wanted: string | null): boolean =>
  users.some(({ id }) => id === wanted);
