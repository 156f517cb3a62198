/**
 * The badge and notifications in the real Electron. On Linux they go to a desktop's notification service on a
 * bus of the tests, which also simulates the click. On other systems the test clicks the notification object
 * that the app created.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatServerTime, zoneOf } from '../../src/shared/domain/time';
import { fill, wordsOf } from '../../src/main/electron/words';
import { electron, inMain, launch, pressMenu, type Desktop } from './support/launch';
import { startNotificationDaemon, type NotificationDaemon } from './support/notification-daemon';
import { coreOf } from './support/page-client';
import { freshFolder, startDisplay, startSession, type Surrounding } from './support/surroundings';
import { until } from './support/until';

const SOON = { timeout: 20_000 };
const MINUTE = { timeout: 60_000 };
const isLinux = process.platform === 'linux';
const words = wordsOf('en');
/** A receipt that the service refuses. */
const ofUnknownCompany = (amount: string) => ({
  command: {
    kind: 'receipt' as const,
    schema: 1 as const,
    target: null,
    fields: { amount, currency: 'USD', company_id: '999999999' },
    children: [],
  },
});

describe.skipIf(electron === '')('badge and notifications of the desktop app', () => {
  const around: Surrounding[] = [];
  let daemon: NotificationDaemon | null = null;
  let desktop: Desktop;
  beforeAll(async () => {
    // A desktop with this name shows badges.
    const session = await startSession('none', undefined, 'Unity');
    around.push(await startDisplay(), session);
    if (isLinux) daemon = await startNotificationDaemon(session.env.DBUS_SESSION_BUS_ADDRESS ?? '');
    const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
    desktop = await launch({ data: freshFolder('alerts'), env });
    await desktop.page.getByRole('navigation', { name: 'Screens' }).waitFor(MINUTE);
    const core = await coreOf(desktop.page);
    await until(async () => (await core.sync.state()).freshAsOf !== null, 'the first copy', 60_000);
  });
  afterAll(async () => {
    await desktop.app.close();
    daemon?.stop();
    for (const one of around) one.stop();
  });

  const hash = (): string => new URL(desktop.page.url()).hash;
  const hide = (): Promise<void> =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const isVisible = (): Promise<boolean | undefined> =>
    desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  const titles = async (): Promise<string[]> =>
    daemon
      ? daemon.shown.map(({ title }) => title)
      : inMain(desktop.app, ({ notifications }) => notifications.map(({ title }) => title));
  const click = async (): Promise<void> => {
    if (daemon) daemon.click(daemon.shown.at(-1)?.id ?? 0);
    else await inMain(desktop.app, ({ notifications }) => notifications.at(-1)?.emit('click'));
  };
  const refuse = async (amount: string): Promise<void> => {
    const core = await coreOf(desktop.page);
    expect((await core.outbox.submit(ofUnknownCompany(amount))).ok).toBe(true);
  };

  it('shows one notification for new failures, and a click on it opens the Outbox, which stays up to date', async () => {
    const { page, app } = desktop;
    await pressMenu(app, 'orders');
    await expect.poll(hash, SOON).toMatch(/^#\/orders/);
    await hide();
    await refuse('12.50');
    await expect.poll(titles, MINUTE).toEqual([words.failedOne]);
    // What the desktop's service received; other systems do not report it.
    const shown = { body: words.failedBody, actions: ['default', expect.anything()] };
    expect(daemon?.shown[0] ?? shown).toMatchObject(shown);
    await click();
    await expect.poll(hash, SOON).toMatch(/^#\/outbox/);
    await expect.poll(isVisible, SOON).toBe(true);
    await page.getByText('12.50').first().waitFor();
    // Later changes still reach the page, and a user who looks at it gets no further notification.
    await refuse('34.75');
    await page.getByText('34.75').first().waitFor();
    expect(await titles()).toHaveLength(1);
  });

  it('a notification that expires has no effect, and a later one can be clicked', async () => {
    const { app } = desktop;
    await pressMenu(app, 'customers');
    await expect.poll(hash, SOON).toMatch(/^#\/customers/);
    await hide();
    if (daemon) daemon.expire(daemon.shown.at(-1)?.id ?? 0);
    await refuse('56.25');
    await expect.poll(titles, MINUTE).toHaveLength(2);
    expect(hash()).toMatch(/^#\/customers/);
    await click();
    await expect.poll(hash, SOON).toMatch(/^#\/outbox/);
  });

  it('shows a notification for a due follow-up, and a click opens its customer', async () => {
    const core = await coreOf(desktop.page);
    const self = (await core.accounts.state()).account?.selfUserId ?? '';
    const { rows } = await core.records.page({
      view: { resource: 'company', filters: [{ field: 'user_id', op: 'in', values: [self] }] },
      start: 0,
      limit: 1,
    });
    const { id = '', values } = rows[0] ?? {};
    await hide();
    const { serverOffsetMs } = await core.diagnostics.get();
    const next_follow_up_time = formatServerTime(Date.now() + 5_000, zoneOf(serverOffsetMs ?? 0));
    const fields = { next_follow_up_time, pool_id: '0' };
    const command = { kind: 'company' as const, schema: 1 as const, target: id, fields, children: [] };
    const { base = null } = (await core.outbox.editBase({ kind: 'company', ref: id })) ?? {};
    expect((await core.outbox.submit({ command, base })).ok).toBe(true);
    await expect.poll(titles, MINUTE).toContain(fill(words.dueOne, { name: String(values?.name) }));
    await click();
    await expect.poll(() => decodeURIComponent(hash()), SOON).toContain(`company~${id}`);
  });

  it.skipIf(!isLinux)(
    'shows on its icon how many items need attention, and removes the number when none does',
    async () => {
      const last = (): number | null | undefined => daemon?.badges.at(-1);
      await expect.poll(last, SOON).toBe(3);
      const core = await coreOf(desktop.page);
      for (const { id } of await core.outbox.list({ states: ['rejected'] }))
        await core.outbox.discard({ id });
      await expect.poll(last, SOON).toBe(null);
    },
  );
});
