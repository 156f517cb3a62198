/** Which profile a sign-in belongs to: a known one of the same person, a new one, or none. */
import { describe, expect, it } from 'vitest';
import { DEMO_BASE_URL, DEMO_CREDENTIALS, demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import { createJoin, type ParsedConnection } from '#core/accounts/sign-in/join';
import { createThrottle, type Throttle } from '#core/api/throttle';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { TOKEN_PATH } from '#shared/http-api/lookups';

const SERVICE = 'https://crm.example';
const tokenOf = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const NOBODY = tokenOf({});
const MIA = { user_id: 7, nickname: 'Mia', email: 'Mia@x.example' };
const BO = { user_id: 8, nickname: 'Bo', email: 'bo@x.example' };
const profileOf = (more: Partial<Profile> = {}): Profile => ({
  id: 'a-known',
  name: 'Known',
  baseUrl: SERVICE,
  demo: false,
  headerStyle: 'raw',
  selfUserId: '7',
  selfName: 'Mia',
  identity: { userId: '7', email: 'mia@x.example' },
  signedOut: true,
  ...more,
});
const byToken = (accessToken: string): ParsedConnection => ({
  baseUrl: SERVICE,
  headerStyle: 'raw',
  credentials: { kind: 'token', accessToken },
});
const byPassword = (username: string): ParsedConnection => ({
  ...byToken(''),
  credentials: { kind: 'password', clientId: 'c', clientSecret: 's', username, password: 'p' },
});
const NEW: { name: string; selfUserId: string | null } = { name: '', selfUserId: null };

const desk = (profiles: Profile[] = [], { users = [MIA, BO] as object[], granted = NOBODY } = {}) => {
  const clock = { now: () => Date.parse('2026-01-01T02:00:00Z') };
  const requests: { origin: string; demo: boolean; authorization: string }[] = [];
  const service = {
    status: 200,
    withholdsUsers: false,
    asked: (): unknown => undefined,
    /** What the list of companies has; the users by default. */
    records: null as object[] | null,
  };
  const throttles = new Map<string, Throttle>();
  const throttleOf = ({ id }: Pick<Profile, 'id'>): Throttle => {
    const throttle = throttles.get(id) ?? createThrottle(clock);
    throttles.set(id, throttle);
    return throttle;
  };
  const answer = (request: HttpRequest): HttpResult => {
    const list = (request.url.includes('/company/') ? service.records : null) ?? users;
    const data = { list, totalItem: list.length };
    const status = service.withholdsUsers && request.url.includes('/user/') ? 403 : service.status;
    service.asked();
    const body = request.url.includes(TOKEN_PATH)
      ? { token_type: 'Bearer', access_token: granted }
      : { code: status, message: 'said', now: '2026-01-01 10:00:00', data };
    return { kind: 'answer', status, headers: {}, url: request.url, text: JSON.stringify(body) };
  };
  const join = createJoin(
    {
      clock,
      random: { next: () => 0.5, uuid: () => 'u1' },
      transport: ({ baseUrl, demo }) => {
        const send = async (request: HttpRequest): Promise<HttpResult> => {
          requests.push({ origin: baseUrl, demo, authorization: request.headers.authorization ?? '' });
          return answer(request);
        };
        return { read: send, push: send };
      },
    },
    () => profiles,
    throttleOf,
  );
  /** The profile that a sign-in gets; fails the test if it is refused. */
  const joined = async (connection: ParsedConnection, more: Partial<typeof NEW> = {}): Promise<Profile> => {
    const joining = await join.connect({ ...connection, ...NEW, ...more });
    if (!joining.ok) throw new Error(joining.error.code);
    return joining.profile;
  };
  return { join, joined, requests, service, throttleOf };
};

describe('the test of a connection', () => {
  it('answers the users, and asks the service that was typed', async () => {
    const { join, requests } = desk();
    expect(await join.test({ ...byToken(NOBODY), baseUrl: ' crm.example/ ' })).toMatchObject({
      ok: true,
      users: [{ id: '7' }, { id: '8' }],
    });
    expect(requests).toMatchObject([{ origin: SERVICE, demo: false, authorization: NOBODY }]);
  });

  it.each(['http://crm.example', 'ftp://crm.example'])('asks nobody at %s', async (baseUrl) => {
    const { join, requests } = desk();
    const refused = { ok: false, error: { code: 'bad-base-url' } };
    expect(await join.test({ ...byToken(NOBODY), baseUrl })).toEqual(refused);
    expect(await join.connect({ ...byToken(NOBODY), baseUrl, ...NEW })).toEqual(refused);
    expect(requests).toEqual([]);
  });

  it('is not held up by the rate limit of an account', async () => {
    const { join, throttleOf } = desk([profileOf()]);
    throttleOf({ id: 'a-known' }).hold(60_000);
    expect(await join.test(byToken(NOBODY))).toMatchObject({ ok: true });
  });
});

describe('a new connection', () => {
  it('[AU2] of a person with a long id is the same account again', async () => {
    const claims = Buffer.from('{"user_id":9007199254740993}').toString('base64url');
    const profiles: Profile[] = [];
    const { joined } = desk(profiles);
    const first = await joined(byToken(`e30.${claims}.one`));
    profiles.push(first);
    expect((await joined(byToken(`e30.${claims}.two`))).name).toBe(first.name);
  });

  it('is a new account, with the person whom the token names', async () => {
    const { join } = desk();
    const token = tokenOf({ user_id: 7 });
    expect(await join.connect({ ...byToken(token), ...NEW, name: ' Work ' })).toEqual({
      ok: true,
      profile: {
        id: 'a-u1',
        name: 'Work',
        baseUrl: SERVICE,
        demo: false,
        headerStyle: 'raw',
        selfUserId: '7',
        selfName: 'Mia',
        identity: { userId: '7', email: null },
        signedOut: false,
      },
      signIn: { credentials: { kind: 'token', accessToken: token }, token: expect.anything() },
    });
  });

  it('is named after the person if the user typed no name, otherwise after the service', async () => {
    expect((await desk().joined(byToken(tokenOf({ user_id: 7 })), { name: '  ' })).name).toBe('Mia');
    const nobody = await desk().joined({ ...byToken(NOBODY), baseUrl: `${SERVICE}:8443/api` });
    expect([nobody.name, nobody.selfUserId, nobody.selfName]).toEqual(['crm.example:8443', null, null]);
  });

  it('is named after the person and the service if an account has the name of the person already', async () => {
    const known = profileOf({ name: 'Mia', baseUrl: 'https://sandbox.example' });
    expect((await desk([known]).joined(byToken(tokenOf({ user_id: 7 })))).name).toBe('Mia (crm.example)');
  });

  it('never has the name of another account, also if the user typed it or nobody is known', async () => {
    const known = profileOf({ name: 'Work', selfUserId: '8', identity: { userId: '8', email: null } });
    const mia = byToken(tokenOf({ user_id: 7 }));
    expect((await desk([known]).joined(mia, { name: 'Work' })).name).toBe('Work (crm.example)');
    const both = [known, profileOf({ ...known, id: 'a-2', name: 'Work (crm.example)' })];
    expect((await desk(both).joined(mia, { name: 'Work' })).name).toBe('Work (crm.example) 2');
    const unnamed = profileOf({
      name: 'crm.example',
      selfUserId: null,
      identity: { userId: null, email: null },
    });
    expect((await desk([unnamed]).joined(byToken(NOBODY))).name).toBe('crm.example 2');
    // The same account keeps its own name.
    const mine = profileOf({ name: 'Work' });
    expect(await desk([mine]).joined(mia, { name: 'Work' })).toMatchObject({ id: mine.id, name: 'Work' });
  });

  it('finds the person by the e-mail of the token or of the sign-in, whatever its capitals', async () => {
    expect((await desk().joined(byToken(tokenOf({ email: 'MIA@x.example' })))).selfUserId).toBe('7');
    const { selfUserId, identity } = await desk().joined(byPassword('BO@X.example'));
    expect([selfUserId, identity.email]).toEqual(['8', 'bo@x.example']);
    const claimed = desk([], { granted: tokenOf({ email: 'mia@x.example' }) });
    expect((await claimed.joined(byPassword('bo@x.example'))).identity.email).toBe('mia@x.example');
  });

  it('takes no name for an e-mail, and nobody without one for the person', async () => {
    const { joined } = desk([], { users: [{ user_id: 9, nickname: 'No mail', email: '' }] });
    const { selfUserId, identity } = await joined(byPassword('mia'));
    expect([selfUserId, identity]).toEqual([null, { userId: null, email: null }]);
  });

  it('is of the person whom the user chose', async () => {
    const { selfUserId, selfName } = await desk().joined(byToken(tokenOf({ user_id: 7 })), {
      selfUserId: '8',
    });
    expect([selfUserId, selfName]).toEqual(['8', 'Bo']);
  });

  it('that the service refuses makes none', async () => {
    const { join, service } = desk();
    service.status = 401;
    expect(await join.connect({ ...byToken(NOBODY), ...NEW })).toMatchObject({
      ok: false,
      error: { code: 'unauthorized' },
    });
  });
});

describe('a connection of a person who is known', () => {
  it('joins the account, which is signed in again and written as typed now', async () => {
    const { joined } = desk([profileOf()]);
    const connection = { ...byToken(tokenOf({ user_id: 7 })), headerStyle: 'bearer' as const };
    expect(await joined(connection)).toEqual(profileOf({ signedOut: false, headerStyle: 'bearer' }));
    expect((await joined(connection, { name: ' Other name ' })).name).toBe('Other name');
  });

  it('[AU2] joins the account of the id although the e-mail changed, which is stored', async () => {
    const claims = { user_id: 7, email: 'mia.new@x.example' };
    const other = profileOf({ id: 'a-other', identity: { userId: null, email: 'mia.new@x.example' } });
    expect(await desk([other, profileOf()]).joined(byToken(tokenOf(claims)))).toMatchObject({
      id: 'a-known',
      identity: { userId: '7', email: 'mia.new@x.example' },
    });
  });

  it('[AU8] finds an account that was stored with the default port of its service', async () => {
    const known = profileOf({ baseUrl: `${SERVICE}:443` });
    expect(await desk([known]).joined(byToken(tokenOf({ user_id: 7 })))).toMatchObject({
      id: 'a-known',
      baseUrl: `${SERVICE}:443`,
    });
  });

  it('keeps the person that was chosen before, unless another is chosen now', async () => {
    const { joined } = desk([profileOf({ selfUserId: '8', selfName: 'Bo' })]);
    const connection = byToken(tokenOf({ user_id: 7 }));
    expect(await joined(connection)).toMatchObject({ selfUserId: '8', selfName: 'Bo' });
    // The token is Mia's own, so the earlier choice was a mistake that she corrects.
    const chosen = await joined(connection, { selfUserId: '7' });
    expect([chosen.id, chosen.selfUserId, chosen.selfName]).toEqual(['a-known', '7', 'Mia']);
  });

  it('[AU2] by the e-mail alone corrects a mistaken choice as well', async () => {
    const known = profileOf({ selfUserId: '8', identity: { userId: null, email: 'mia@x.example' } });
    const chosen = await desk([known]).joined(byPassword('mia@x.example'), { selfUserId: '7' });
    expect([chosen.id, chosen.selfUserId]).toEqual(['a-known', '7']);
  });

  it('learns the person if none was known, and keeps a name that is not in the list', async () => {
    const nobody = desk([profileOf({ selfUserId: null, selfName: null })]);
    expect(await nobody.joined(byToken(tokenOf({ user_id: 7 })))).toMatchObject({
      id: 'a-known',
      selfUserId: '7',
      selfName: 'Mia',
    });
    const { joined } = desk([profileOf()], { users: [] });
    expect((await joined(byToken(tokenOf({ user_id: 7 })))).selfName).toBe('Mia');
  });

  describe('[AU2] with the shared client of a company, whose token names its app,', () => {
    const ofApp = { granted: tokenOf({ sub: '100023' }) };
    const app = { identity: { userId: '100023', email: null } };
    const mia = profileOf({ ...app, id: 'a-mia' });
    const bo = profileOf({ ...app, id: 'a-bo', selfUserId: '8', selfName: 'Bo' });
    const byClient: ParsedConnection = {
      ...byToken(''),
      credentials: { kind: 'client', clientId: '100023', clientSecret: 's' },
    };

    it('another person gets an account of the own', async () => {
      const joined = await desk([mia], ofApp).joined(byClient, { name: 'Bo', selfUserId: '8' });
      expect(joined).toMatchObject({ id: 'a-u1', name: 'Bo', selfUserId: '8', selfName: 'Bo' });
    });

    it('each person gets the own account again', async () => {
      const { joined } = desk([profileOf({ ...app, id: 'a-none', selfUserId: null }), mia, bo], ofApp);
      expect((await joined(byClient, { selfUserId: '7' })).id).toBe('a-mia');
      expect((await joined(byClient, { selfUserId: '8' })).id).toBe('a-bo');
    });

    it('the e-mail of the sign-in does not open the account of another person', async () => {
      const joined = await desk([mia], ofApp).joined(byPassword('bo@x.example'), { selfUserId: '8' });
      expect([joined.id, joined.selfUserId]).toEqual(['a-u1', '8']);
    });

    it('the e-mail of the sign-in does not open it either if the user chooses nobody', async () => {
      const joined = await desk([mia], ofApp).joined(byPassword('bo@x.example'));
      expect([joined.id, joined.selfUserId]).toEqual(['a-u1', '8']);
    });

    it('is joined if nobody is chosen, or if the account has no person yet', async () => {
      expect((await desk([mia], ofApp).joined(byClient)).id).toBe('a-mia');
      const nobody = profileOf({ ...app, selfUserId: null });
      expect((await desk([nobody], ofApp).joined(byClient, { selfUserId: '8' })).id).toBe('a-known');
    });
  });

  it('[AU2] with a token that names one person and a choice of another gets an account of the own', async () => {
    // It may be a token that two people share. Whoever only chose the wrong person can correct it in Settings.
    const joined = await desk([profileOf()]).joined(byToken(tokenOf({ user_id: 7 })), { selfUserId: '8' });
    expect([joined.id, joined.selfUserId]).toEqual(['a-u1', '8']);
  });

  it.each([
    ['another service', profileOf({ baseUrl: 'https://other.example' })],
    ['the demo', profileOf({ demo: true })],
    ['another person', profileOf({ identity: { userId: '8', email: null } })],
    ['another person with the same e-mail', profileOf({ identity: { userId: '8', email: 'mia@x.example' } })],
    ['a person without claims', profileOf({ identity: { userId: null, email: null } })],
  ])('does not join an account of %s', async (_, known) => {
    const token = tokenOf({ user_id: 7, email: 'mia@x.example' });
    expect((await desk([known]).joined(byToken(token))).id).toBe('a-u1');
  });
});

describe('the demo', () => {
  it('signs in at its own service, as its own rep', async () => {
    const users = [MIA, { user_id: 3, nickname: 'Rep', email: 'REP@demo.example' }];
    const { join, requests } = desk([], { users, granted: tokenOf({ user_id: 3 }) });
    expect(await join.demo()).toMatchObject({
      ok: true,
      profile: {
        ...demoProfile(),
        selfUserId: '3',
        selfName: 'Rep',
        identity: { userId: '3', email: null },
        signedOut: false,
      },
      signIn: { credentials: DEMO_CREDENTIALS },
    });
    expect(new Set(requests.map(({ origin, demo }) => `${origin} ${demo}`))).toEqual(
      new Set([`${DEMO_BASE_URL} true`]),
    );
    expect(demoProfile()).toMatchObject({ demo: true, signedOut: false, selfUserId: null });
  });

  it('opens also without its rep among the users', async () => {
    expect(await desk().join.demo()).toMatchObject({
      ok: true,
      profile: { selfUserId: null, selfName: null },
    });
  });

  it('that does not answer is not joined', async () => {
    const { join, service } = desk();
    service.status = 500;
    expect(await join.demo()).toMatchObject({ ok: false, error: { code: 'server-error' } });
  });
});

describe('[AU18] signing in at another address of the CRM', () => {
  const NEW_ADDRESS = 'https://new.example';
  const company = { serial_id: 'C1', create_time: '2026-01-01 10:00:00' };
  const sample = [{ resource: 'company' as const, records: [{ id: '1', values: company }] }];
  const moveAs = (accessToken: string, baseUrl = NEW_ADDRESS, compared: typeof sample | [] = sample) => {
    const made = desk([profileOf()]);
    const credentials = { kind: 'token', accessToken } as const;
    return { ...made, moving: made.join.moved(profileOf(), { baseUrl, credentials }, compared) };
  };

  it('reads no record there for another user', async () => {
    const { moving, requests } = moveAs(tokenOf({ user_id: 8 }));
    expect(await moving).toEqual({ ok: false, error: { code: 'account-mismatch' } });
    expect(requests).toMatchObject([{ origin: NEW_ADDRESS }]);
  });

  it('sends nothing if the address is that of the account or not allowed, or if there are no records to compare', async () => {
    for (const [code, baseUrl, compared] of [
      ['same-address', `${SERVICE}:443/v1/`, sample],
      ['bad-base-url', 'http://new.example', sample],
      ['other-crm', NEW_ADDRESS, []],
    ] as const) {
      const { moving, requests } = moveAs(tokenOf({ user_id: 7 }), baseUrl, [...compared]);
      expect(await moving).toMatchObject({ ok: false, error: { code } });
      expect(requests).toEqual([]);
    }
  });

  it.each([
    ['crm.example', 'new.example'],
    ['Work (crm.example)', 'Work (new.example)'],
    ['Work', 'Work'],
  ])(
    'gives the account the name of its new host, if it has that of the old one (%s)',
    async (name, wanted) => {
      const known = profileOf({ name });
      const made = desk([
        known,
        profileOf({ id: 'a-other', name: 'Work', baseUrl: 'https://other.example' }),
      ]);
      const records = ['1', '2', '3'].map((id) => ({
        id,
        values: { create_time: `2026-01-0${id} 10:00:00` },
      }));
      made.service.records = records.map(({ id, values }) => ({ company_id: Number(id), ...values }));
      const credentials = { kind: 'token', accessToken: tokenOf({ user_id: 7 }) } as const;
      const moved = await made.join.moved(known, { baseUrl: NEW_ADDRESS, credentials }, [
        { resource: 'company', records },
      ]);
      const profile = { name: wanted, baseUrl: NEW_ADDRESS, formerBaseUrls: [SERVICE] };
      expect(moved).toMatchObject({ ok: true, profile });
    },
  );

  it('is refused if the records there are others', async () => {
    const { moving } = moveAs(tokenOf({ user_id: 7 }));
    const compared = [{ resource: 'company', asked: 1, equal: 0 }];
    expect(await moving).toEqual({ ok: false, error: { code: 'other-crm' }, compared });
  });
});

describe('signing in again', () => {
  const again = async (known: Profile, accessToken: string, users: object[] = [MIA, BO]) =>
    desk([known], { users }).join.again(known, { kind: 'token', accessToken });
  const MISMATCH = { ok: false, error: { code: 'account-mismatch' } };

  it('gives the same account a new token', async () => {
    const token = tokenOf({ user_id: 7 });
    expect(await again(profileOf(), token)).toMatchObject({
      ok: true,
      profile: profileOf({ signedOut: false }),
      signIn: { credentials: { kind: 'token', accessToken: token }, token: { accessToken: token } },
    });
  });

  it('is refused for another person, by id and by e-mail', async () => {
    expect(await again(profileOf(), tokenOf({ user_id: 8 }))).toEqual(MISMATCH);
    expect(await again(profileOf(), tokenOf({ user_id: 8, email: 'mia@x.example' }))).toEqual(MISMATCH);
    expect(await again(profileOf(), tokenOf({ email: 'bo@x.example' }))).toEqual(MISMATCH);
    const byMail = profileOf({ identity: { userId: null, email: 'mia@x.example' } });
    expect(await again(byMail, tokenOf({ email: 'bo@x.example' }))).toEqual(MISMATCH);
  });

  describe('[AU2] with another e-mail and without a user id', () => {
    const known = profileOf({ identity: { userId: null, email: 'mia@x.example' } });
    const mia = { user_id: 7, nickname: 'Mia', email: 'mia.new@x.example' };
    const byMail = (users: object[], profile = known) => {
      const { credentials } = byPassword('mia.new@x.example');
      return desk([profile], { users }).join.again(profile, credentials);
    };

    it('is accepted if the CRM lists the person of the account with it: the address was changed there', async () => {
      const renamed = { id: 'a-known', identity: { userId: null, email: 'mia.new@x.example' } };
      expect(await byMail([mia, BO])).toMatchObject({ ok: true, profile: renamed });
      const again = desk([known], { users: [mia, BO] });
      expect(await again.joined(byPassword('mia.new@x.example'))).toMatchObject(renamed);
    });

    it('is refused if another user has the e-mail of the account, or the CRM does not list it', async () => {
      expect(await byMail([mia, { ...BO, email: 'mia@x.example' }])).toEqual(MISMATCH);
      expect(await byMail([MIA, BO])).toEqual(MISMATCH);
      expect(await byMail([mia, BO], { ...known, selfUserId: '8' })).toEqual(MISMATCH);
    });
  });

  describe('[AU2] with the e-mail of the account, which the CRM has given to a colleague since', () => {
    const ben = { user_id: 9, nickname: 'Ben', email: 'mia@x.example' };
    const byMail = profileOf({ identity: { userId: null, email: 'mia@x.example' } });
    const signIn = async (known: Profile, users: object[]) => {
      const made = desk([known], { users });
      const connection = byPassword('mia@x.example');
      const again = await made.join.again(known, connection.credentials);
      return [again.ok ? 'joined' : again.error.code, (await made.joined(connection)).id];
    };
    const [ofColleague, ofAccount] = [
      ['account-mismatch', 'a-u1'],
      ['joined', 'a-known'],
    ];

    it('is refused if the colleague has another name, and the person is gone or was named by a token', async () => {
      expect(await signIn(byMail, [ben, BO])).toEqual(ofColleague);
      expect(await signIn(profileOf(), [ben, BO])).toEqual(ofColleague);
      expect(await signIn(profileOf(), [ben, { ...MIA, email: 'mia.new@x.example' }])).toEqual(ofColleague);
    });

    it('is accepted if the CRM lists the person under another id, or the person may have been chosen by mistake', async () => {
      expect(await signIn(byMail, [{ ...ben, nickname: 'Mia' }, BO])).toEqual(ofAccount);
      expect(await signIn(profileOf(), [{ ...ben, nickname: 'Mia' }, BO])).toEqual(ofAccount);
      expect(await signIn({ ...byMail, selfUserId: '8', selfName: 'Bo' }, [ben, BO])).toEqual(ofAccount);
      expect(await signIn({ ...byMail, selfName: null }, [ben, BO])).toEqual(ofAccount);
    });
  });

  describe('[AU2] if the claims of the account and of the token cannot be compared', () => {
    const MAIL_ONLY = { identity: { userId: null, email: 'mia@x.example' } };
    const byMail = async (known: Profile, username: string, granted = NOBODY) => {
      const { credentials } = byPassword(username);
      return desk([known], { granted }).join.again(known, credentials);
    };

    it.each([
      ['no claims', { identity: { userId: null, email: null } }],
      ['a user id', {}],
      ['the id of an app', { identity: { userId: '100023', email: null } }],
    ])('is refused for the e-mail of a colleague: %s is known', async (_, more) => {
      const known = profileOf({ identity: { userId: '7', email: null }, ...more });
      expect(await byMail(known, 'bo@x.example')).toEqual(MISMATCH);
      expect(await byMail(known, 'mia@x.example')).toMatchObject({ ok: true });
    });

    it('is refused for the e-mail of a colleague although both tokens name the same app', async () => {
      const known = profileOf({ identity: { userId: '100023', email: null } });
      const ofApp = tokenOf({ sub: '100023' });
      expect(await byMail(known, 'bo@x.example', ofApp)).toEqual(MISMATCH);
      expect(await byMail(known, 'mia@x.example', ofApp)).toMatchObject({ ok: true });
    });

    it('is refused for the user id of a colleague, but not for that of a shared client', async () => {
      expect(await again(profileOf(MAIL_ONLY), tokenOf({ user_id: 8 }))).toEqual(MISMATCH);
      expect(await again(profileOf(MAIL_ONLY), tokenOf({ user_id: 7 }))).toMatchObject({ ok: true });
      const shared = { kind: 'client', clientId: 'c', clientSecret: 's' } as const;
      const { join } = desk([profileOf(MAIL_ONLY)], { granted: tokenOf({ user_id: 8 }) });
      expect(await join.again(profileOf(MAIL_ONLY), shared)).toMatchObject({ ok: true });
    });
  });

  describe('[AU2] with client credentials of another app, as after the administrator replaced the app,', () => {
    const ofApp = (userId: string) => ({ identity: { userId, email: null } });
    const shared = { kind: 'client', clientId: '200', clientSecret: 's' } as const;
    const byClient = (known: Profile, users: object[] = [MIA, BO]) =>
      desk([known], { users, granted: tokenOf({ sub: '200' }) }).join.again(known, shared);

    it('is accepted if the service lists the person of the account', async () => {
      expect(await byClient(profileOf(ofApp('100023')))).toMatchObject({
        ok: true,
        profile: { id: 'a-known', ...ofApp('200') },
      });
    });

    it('is refused if the service does not list the user of the account, or if no user of the account is known', async () => {
      expect(await byClient(profileOf(ofApp('100023')), [BO])).toEqual(MISMATCH);
      expect(await byClient(profileOf({ ...ofApp('100023'), selfUserId: null }))).toEqual(MISMATCH);
      expect(await byClient(profileOf())).toEqual(MISMATCH);
    });
  });

  it('[AU2] is accepted by the id although the e-mail changed, which is stored', async () => {
    expect(await again(profileOf(), tokenOf({ user_id: 7, email: 'mia.new@x.example' }))).toMatchObject({
      ok: true,
      profile: { id: 'a-known', identity: { userId: '7', email: 'mia.new@x.example' } },
    });
  });

  it('without claims needs the person of the account among the users, if one is known', async () => {
    const unknown = { identity: { userId: null, email: null } };
    expect(await again(profileOf(unknown), NOBODY, [BO])).toEqual(MISMATCH);
    expect(await again(profileOf(unknown), NOBODY, [BO, MIA])).toMatchObject({ ok: true });
    expect(await again(profileOf({ ...unknown, selfUserId: null }), NOBODY, [BO])).toMatchObject({
      ok: true,
    });
  });

  it('[AU2] without claims and without the list of users is not called that of another account', async () => {
    const unknown = { identity: { userId: null, email: null } };
    const { join, service } = desk([profileOf(unknown)]);
    service.withholdsUsers = true;
    const signIn = (accessToken: string) =>
      join.again(profileOf(unknown), { kind: 'token' as const, accessToken });
    expect(await signIn(NOBODY)).toEqual({ ok: false, error: { code: 'account-unproved' } });
    const named = desk([profileOf()]);
    named.service.withholdsUsers = true;
    const other = { kind: 'token', accessToken: tokenOf({ user_id: 8 }) } as const;
    expect(await named.join.again(profileOf(), other)).toEqual(MISMATCH);
  });

  it('keeps the person whom the user chooses while the service is asked', async () => {
    const profiles = [profileOf()];
    const { join, service } = desk(profiles);
    service.asked = () => profiles.splice(0, 1, profileOf({ selfUserId: '8', selfName: 'Bo' }));
    const credentials = { kind: 'token', accessToken: tokenOf({ user_id: 7 }) } as const;
    expect(await join.again(profileOf(), credentials)).toMatchObject({
      profile: { id: 'a-known', selfUserId: '8', selfName: 'Bo', signedOut: false },
    });
  });

  it('with the right claims needs no list of users', async () => {
    expect(await again(profileOf(), tokenOf({ user_id: 7 }), [])).toMatchObject({ ok: true });
  });

  it('learns the claims that were not known, and keeps those that were', async () => {
    const known = profileOf({ identity: { userId: null, email: 'mia@x.example' } });
    const claims = { user_id: 7, email: 'mia@x.example' };
    expect(await again(known, tokenOf(claims))).toMatchObject({
      profile: { identity: { userId: '7', email: 'mia@x.example' } },
    });
    expect(await again(profileOf(), tokenOf({ user_id: 7 }))).toMatchObject({
      profile: { identity: { userId: '7', email: 'mia@x.example' } },
    });
    const first = profileOf({ identity: { userId: '7', email: null } });
    expect(await again(first, tokenOf({ user_id: 7, email: 'mia@y.example' }))).toMatchObject({
      profile: { identity: { userId: '7', email: 'mia@y.example' } },
    });
  });

  it('waits for the rate limit of the account, and begins one', async () => {
    const limited = desk([profileOf()]);
    limited.throttleOf({ id: 'a-known' }).hold(60_000);
    const credentials = { kind: 'token', accessToken: tokenOf({ user_id: 7 }) } as const;
    expect(await limited.join.again(profileOf(), credentials)).toMatchObject({
      ok: false,
      error: { code: 'rate-limited' },
    });
    expect(limited.requests).toEqual([]);
    const refused = desk([profileOf()]);
    refused.service.status = 429;
    await refused.join.again(profileOf(), credentials);
    expect(refused.throttleOf({ id: 'a-known' }).until()).toBeGreaterThan(0);
  });
});
