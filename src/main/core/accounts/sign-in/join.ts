/**
 * Finds the profile for a token. A read tests the token first, and it never joins the profile of another
 * person: if claims are known, they must agree; otherwise the profile's user must be among the users that the
 * token can see, and the sign-in must not name a colleague. The claims of a company's shared client name its app, not a
 * person, so the person that the user chooses must agree too. Nothing is stored here.
 */
import type { z } from 'zod';
import type { ComparedKind, connectionSchema, Credentials } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { failureOf } from '../../api/classify-read';
import { createApiClient } from '../../api/client';
import type { Token } from '../../api/oauth';
import { createServerClock } from '../../api/server-clock';
import { createThrottle, withThrottle, type Throttle } from '../../api/throttle';
import type { Ports } from '../../ports/ports';
import { isListed, type Profile } from '../files/account-file';
import { checkBaseUrl, isSameService } from './base-url';
import { DEMO_ACCOUNT_ID, DEMO_BASE_URL, DEMO_CREDENTIALS, demoProfile } from '../demo-account';
import { differs, type Identity, identityOf, matches, renewed } from './identity';
import { fixedSession, probe, type ProbeResult, type ProbeUser } from './probe';
import { compareRecords, isSameCrm, type Sample } from './same-crm';

export type ParsedConnection = z.output<typeof connectionSchema>;
export interface SignIn {
  credentials: Credentials;
  token: Token;
}
type Joined = { ok: true; profile: Profile; signIn: SignIn };
export type Joining = Joined | { ok: false; error: Failure };
/** `compared`: the records that both addresses were compared by. */
export type Moving = Joined | { ok: false; error: Failure; compared?: ComparedKind[] };

export interface Join {
  /** Tries a connection; throws nothing. */
  test(connection: ParsedConnection): Promise<ProbeResult>;
  /** The existing profile of this user on this service, or a new one. */
  connect(input: ParsedConnection & { name: string; selfUserId: string | null }): Promise<Joining>;
  demo(): Promise<Joining>;
  /**
   * The same profile with a new token; `account-mismatch` if the token belongs to another person,
   * `account-unproved` if that cannot be told.
   */
  again(profile: Profile, credentials: Credentials): Promise<Joining>;
  /**
   * The same profile at another address of its CRM, by the rules of `again`; `other-crm` if that address lacks the
   * records of the sample.
   */
  moved(profile: Profile, to: Omit<ParsedConnection, 'headerStyle'>, sample: Sample): Promise<Moving>;
}

type Tried = Extract<ProbeResult, { ok: true }>;

export const createJoin = (
  ports: Pick<Ports, 'transport' | 'clock' | 'random'>,
  profiles: () => readonly Profile[],
  throttleOf: (accountId: string) => Throttle,
): Join => {
  /** Uses the rate limit of the account if the account is known. */
  const tryAt = (
    baseUrl: string,
    connection: ParsedConnection,
    throttle: Throttle = createThrottle(ports.clock),
  ): Promise<ProbeResult> =>
    probe(
      { ...connection, baseUrl },
      withThrottle(ports.transport({ baseUrl, demo: false }), throttle, ports.clock),
      ports.clock,
    );
  const test = async (connection: ParsedConnection, throttle?: Throttle): Promise<ProbeResult> => {
    const url = checkBaseUrl(connection.baseUrl);
    return url.ok ? tryAt(url.baseUrl, connection, throttle) : { ok: false, error: { code: 'bad-base-url' } };
  };
  /**
   * The profile of this person on this service. A profile with the same id is preferred to one with the same e-mail.
   * Among equal ones, a profile of the chosen person is preferred.
   */
  const profileOf = (baseUrl: string, person: Person): Profile | undefined => {
    const { identity, users, namedIds, chosenId, isProved } = person;
    const same = profiles().filter(
      (profile) =>
        !profile.demo &&
        isSameService(profile.baseUrl, baseUrl) &&
        (hasNewEmail(profile, identity, users, namedIds) ||
          (matches(profile.identity, identity) && !isNameOfAnother(profile, identity, namedIds))) &&
        (isProved || !isOfAnother(profile, person)),
    );
    const byId = same.filter(({ identity: { userId } }) => userId !== null && userId === identity.userId);
    const best = byId.length > 0 ? byId : same;
    return best.find(({ selfUserId }) => selfUserId === chosenId) ?? best[0];
  };
  /** The profile with a new token of the same person (AU2), or why it is not accepted. */
  const provedAs = (known: Profile, credentials: Credentials, tried: Tried): Joining => {
    // The user may have chosen another person in Settings meanwhile.
    const profile = profiles().find((one) => one.id === known.id) ?? known;
    const identity = withEmail(identityOf(tried.token.accessToken), credentials);
    const namedIds = namedBy(identity, tried.users, credentials);
    const isNewApp = credentials.kind === 'client' && isOfNewApp(profile, identity, tried.users);
    const code = isNewApp ? null : whyNotSame(profile, identity, tried, namedIds);
    if (code !== null) return { ok: false, error: { code } };
    return {
      ok: true,
      profile: {
        ...profile,
        identity: renewed(profile.identity, identity),
        signedOut: false,
        removed: undefined,
      },
      signIn: { credentials, token: tried.token },
    };
  };
  /** Throws nothing. The reads share the rate limit of the sign-in. */
  const compareAt = async (
    baseUrl: string,
    { headerStyle }: Profile,
    { token }: Tried,
    throttle: Throttle,
    sample: Sample,
  ): Promise<{ ok: true } | { ok: false; error: Failure; compared?: ComparedKind[] }> => {
    const client = createApiClient({
      baseUrl,
      headerStyle,
      transport: withThrottle(ports.transport({ baseUrl, demo: false }), throttle, ports.clock),
      session: fixedSession(token.accessToken),
      clock: ports.clock,
      serverClock: createServerClock(),
    });
    const comparison = await compareRecords(client, sample);
    if (!comparison.ok) return { ok: false, error: failureOf(comparison.trouble) };
    const compared = comparison.value;
    return isSameCrm(compared, sample) ? { ok: true } : { ok: false, error: { code: 'other-crm' }, compared };
  };
  return {
    test: (connection) => test(connection),
    connect: async (input) => {
      const url = checkBaseUrl(input.baseUrl);
      if (!url.ok) return { ok: false, error: { code: 'bad-base-url' } };
      const tried = await tryAt(url.baseUrl, input);
      if (!tried.ok) return tried;
      const identity = withEmail(identityOf(tried.token.accessToken), input.credentials);
      const isProved = isPersonOf(identity, tried.users, input.selfUserId);
      const isShared = input.credentials.kind === 'client';
      const namedIds = namedBy(identity, tried.users, input.credentials);
      const { users } = tried;
      const person = { identity, users, namedIds, chosenId: input.selfUserId, isProved, isShared };
      const same = profileOf(url.baseUrl, person);
      const selfUserId = input.selfUserId ?? same?.selfUserId ?? guessSelf(users, identity);
      const selfName = users.find(({ id }) => id === selfUserId)?.name ?? null;
      const others = profiles().filter(({ id }) => id !== same?.id);
      const wanted = input.name.trim() || (same?.name ?? selfName ?? hostOf(url.baseUrl));
      const name = distinctName(wanted, others, url.baseUrl);
      const profile: Profile = same
        ? {
            ...same,
            name,
            signedOut: false,
            removed: undefined,
            headerStyle: input.headerStyle,
            selfUserId,
            selfName: selfName ?? same.selfName,
            identity: renewed(same.identity, identity),
          }
        : {
            id: `a-${ports.random.uuid()}`,
            name,
            baseUrl: url.baseUrl,
            demo: false,
            headerStyle: input.headerStyle,
            selfUserId,
            selfName,
            identity,
            signedOut: false,
          };
      return { ok: true, profile, signIn: { credentials: input.credentials, token: tried.token } };
    },
    demo: async () => {
      const tried = await probe(
        { baseUrl: DEMO_BASE_URL, headerStyle: 'raw', credentials: DEMO_CREDENTIALS },
        ports.transport({ baseUrl: DEMO_BASE_URL, demo: true }),
        ports.clock,
      );
      if (!tried.ok) return tried;
      const known = profiles().find(({ id }) => id === DEMO_ACCOUNT_ID);
      const me = tried.users.find((user) => user.email.toLowerCase() === DEMO_CREDENTIALS.username);
      const profile: Profile = {
        ...demoProfile(),
        ...(known === undefined ? {} : { name: known.name }),
        identity: identityOf(tried.token.accessToken),
        selfUserId: me?.id ?? null,
        selfName: me?.name ?? null,
      };
      return { ok: true, profile, signIn: { credentials: DEMO_CREDENTIALS, token: tried.token } };
    },
    again: async (known, credentials) => {
      const { id, baseUrl, headerStyle } = known;
      const tried = await test({ baseUrl, headerStyle, credentials }, throttleOf(id));
      return tried.ok ? provedAs(known, credentials, tried) : tried;
    },
    moved: async (known, { baseUrl: typed, credentials }, sample) => {
      const url = checkBaseUrl(typed);
      if (!url.ok) return { ok: false, error: { code: 'bad-base-url' } };
      const { baseUrl } = url;
      if (isSameService(baseUrl, known.baseUrl)) return { ok: false, error: { code: 'same-address' } };
      if (sample.length === 0) return { ok: false, error: { code: 'other-crm' }, compared: [] };
      const throttle = createThrottle(ports.clock);
      const tried = await tryAt(baseUrl, { baseUrl, headerStyle: known.headerStyle, credentials }, throttle);
      if (!tried.ok) return tried;
      const joined = provedAs(known, credentials, tried);
      if (!joined.ok) return joined;
      const same = await compareAt(baseUrl, known, tried, throttle, sample);
      if (!same.ok) return same;
      const { profile } = joined;
      const former = [...(profile.formerBaseUrls ?? []), profile.baseUrl];
      const formerBaseUrls = former.filter((one) => !isSameService(one, baseUrl));
      const name = nameAt(profile, baseUrl, profiles());
      return { ...joined, profile: { ...profile, name, baseUrl, formerBaseUrls } };
    },
  };
};

/**
 * The name, if no other account has it. Otherwise with the host of the service, which tells two services of one person
 * apart, and with a number if that is not enough.
 */
export const distinctName = (name: string, others: readonly Profile[], baseUrl: string): string => {
  const taken = new Set(others.filter(isListed).map((other) => other.name));
  if (!taken.has(name)) return name;
  const host = hostOf(baseUrl);
  const withHost = name === host ? name : `${name} (${host})`;
  let distinct = withHost;
  for (let n = 2; taken.has(distinct); n += 1) distinct = `${withHost} ${n}`;
  return distinct;
};

/** The name of an account at another address: a host that Satchel put into it is replaced. */
const nameAt = ({ id, name, baseUrl: from }: Profile, to: string, profiles: readonly Profile[]): string => {
  const host = hostOf(from);
  const others = profiles.filter((other) => other.id !== id);
  if (name === host) return distinctName(hostOf(to), others, to);
  const suffix = ` (${host})`;
  return name.endsWith(suffix) ? distinctName(name.slice(0, -suffix.length), others, to) : name;
};

/** The person of a sign-in: the claims of its token, and whom the user chose. */
interface Person {
  identity: Identity;
  /** The users that the token can see. */
  users: readonly ProbeUser[];
  /** The users whom the claims name (`namedBy`). */
  namedIds: readonly string[];
  chosenId: string | null;
  /** The claims name the chosen person. Then an earlier choice in the profile was a mistake. */
  isProved: boolean;
  /** The credentials are those of the company's app. */
  isShared: boolean;
}

/**
 * Returns true if the profile belongs to another person than the chosen one. Under a shared client the claims name the
 * company's app, not a person. So a profile whose user comes from the claims may belong to anybody.
 */
const isOfAnother = ({ selfUserId, identity }: Profile, { chosenId, isShared }: Person): boolean =>
  chosenId !== null &&
  selfUserId !== null &&
  selfUserId !== chosenId &&
  !(isShared && selfUserId === identity.userId);

/** Returns true if the claims name the chosen user. The e-mail counts only if the claims have no user id. */
const isPersonOf = (identity: Identity, users: readonly ProbeUser[], chosenId: string | null): boolean =>
  chosenId !== null && (identity.userId ?? guessSelf(users, identity)) === chosenId;

/**
 * The listed users whom the claims or the e-mail of a sign-in name; several if they have the same e-mail. The claims of
 * a shared client name its app.
 */
const namedBy = (
  { userId, email }: Identity,
  users: readonly ProbeUser[],
  { kind }: Credentials,
): readonly string[] => {
  if (kind === 'client') return [];
  const byId = users.filter(({ id }) => id === userId);
  const named = byId.length > 0 ? byId : users.filter((user) => user.email.toLowerCase() === email);
  return named.map(({ id }) => id);
};

/**
 * Returns true if a sign-in names a colleague of the profile's user. If it has the profile's own user id or e-mail, the
 * profile's user was chosen by mistake.
 */
const isNameOfAnother = (
  { identity: known, selfUserId }: Profile,
  now: Identity,
  namedIds: readonly string[],
): boolean => {
  if (namedIds.length === 0 || selfUserId === null || namedIds.includes(selfUserId)) return false;
  const isSameId = known.userId !== null && namedIds.includes(known.userId);
  const isSameEmail = known.email !== null && known.email === now.email;
  return !isSameId && !isSameEmail;
};

/**
 * Returns true if the e-mail of the profile's user was changed in the CRM, and no user ids can be compared: the sign-in
 * names the profile's user, and nobody has the former e-mail.
 */
const hasNewEmail = (
  { identity: known, selfUserId }: Profile,
  now: Identity,
  users: readonly ProbeUser[],
  namedIds: readonly string[],
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
  { userId: now }: Identity,
  users: readonly ProbeUser[],
): boolean => {
  const isListedUser = (wanted: string | null): boolean => users.some(({ id }) => id === wanted);
  const isApp = (id: string | null): boolean => id !== null && id !== selfUserId && !isListedUser(id);
  return isApp(known) && isApp(now) && isListedUser(selfUserId);
};

/** Why a token must not join the profile (AU2); null if it may. */
const whyNotSame = (
  profile: Profile,
  now: Identity,
  { users, withholdsUsers }: { users: readonly ProbeUser[]; withholdsUsers: boolean },
  namedIds: readonly string[],
): 'account-mismatch' | 'account-unproved' | null => {
  const { identity: known, selfUserId } = profile;
  if (hasNewEmail(profile, now, users, namedIds)) return null;
  if (differs(known, now) || isNameOfAnother(profile, now, namedIds)) return 'account-mismatch';
  if (matches(known, now) || selfUserId === null) return null;
  if (withholdsUsers) return 'account-unproved';
  return users.some(({ id }) => id === selfUserId) ? null : 'account-mismatch';
};

const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '');

const withEmail = (identity: Identity, credentials: Credentials): Identity =>
  credentials.kind === 'password' && credentials.username.includes('@')
    ? { ...identity, email: identity.email ?? credentials.username.toLowerCase() }
    : identity;

const guessSelf = (users: readonly ProbeUser[], identity: Identity): string | null =>
  users.find((user) => user.id === identity.userId)?.id ??
  users.find((user) => identity.email !== null && user.email.toLowerCase() === identity.email)?.id ??
  null;
