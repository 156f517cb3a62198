/**
 * Finds the profile for a token: a known one of the same person (`same-person.ts`), or a new one. A read tests the
 * token first. Nothing is stored here.
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
import type { ThrottleOf } from './account-throttles';
import { checkBaseUrl, isSameService } from './base-url';
import { DEMO_ACCOUNT_ID, DEMO_BASE_URL, DEMO_CREDENTIALS, demoProfile } from '../demo-account';
import { identityOf, renewed } from './identity';
import { fixedSession, probe, type ProbeResult } from './probe';
import { compareRecords, isSameCrm, type Sample } from './same-crm';
import { guessSelf, isProfileOf, signedInBy, type SignedIn, whyNotSame } from './same-person';

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
  throttleOf: ThrottleOf,
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
  const profileOf = (baseUrl: string, person: SignedIn, chosenId: string | null): Profile | undefined => {
    const { userId: named } = person.identity;
    const same = profiles().filter(
      (profile) =>
        !profile.demo && isSameService(profile.baseUrl, baseUrl) && isProfileOf(profile, person, chosenId),
    );
    const byId = same.filter(({ identity: { userId } }) => userId !== null && userId === named);
    const best = byId.length > 0 ? byId : same;
    return best.find(({ selfUserId }) => selfUserId === chosenId) ?? best[0];
  };
  /** The profile with a new token of the same person (AU2), or why it is not accepted. */
  const provedAs = (known: Profile, credentials: Credentials, tried: Tried): Joining => {
    // The user may have chosen another person in Settings meanwhile.
    const profile = profiles().find((one) => one.id === known.id) ?? known;
    const person = signedInBy(tried.token.accessToken, credentials, tried.users);
    const code = whyNotSame(profile, person, tried.withholdsUsers);
    if (code !== null) return { ok: false, error: { code } };
    return {
      ok: true,
      profile: {
        ...profile,
        identity: renewed(profile.identity, person.identity),
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
      const { users } = tried;
      const person = signedInBy(tried.token.accessToken, input.credentials, users);
      const { identity } = person;
      const same = profileOf(url.baseUrl, person, input.selfUserId);
      const selfUserId = input.selfUserId ?? same?.selfUserId ?? guessSelf(person);
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
      const { baseUrl, headerStyle } = known;
      const tried = await test({ baseUrl, headerStyle, credentials }, throttleOf(known));
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

const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
