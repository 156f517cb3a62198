/** A damaged copy that another program holds cannot be set aside. */
import { expect, it, vi } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const codes = (): string[] => rig.fixture.core.accounts.state().notices.map(({ code }) => code);

it('is not called a new copy that is damaged too', async () => {
  await rig.connect();
  const { profileId } = rig.workspace();
  const beside = rig.fixture.ports.files.openTagged(`accounts/${profileId}/cache.db`, null);
  beside.prepare("UPDATE order_doc SET raw = substr(raw, 1, length(raw) - 1) || '?'").run();
  beside.close();
  const { files } = rig.fixture.ports;
  const real = files.setAside;
  const spy = vi.spyOn(files, 'setAside').mockImplementation((name) => {
    if (name.endsWith('cache.db')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    return real(name);
  });
  rig.fixture.core.accounts.copyDamaged();
  await vi.waitFor(() => expect(spy).toHaveBeenCalled(), { timeout: 10_000 });
  await vi.waitFor(() => expect(rig.fixture.core.accounts.current()).not.toBeNull(), { timeout: 10_000 });
  await rig
    .window()
    .records.page({ view: { resource: 'order' as const }, start: 0, limit: 50 })
    .catch(() => undefined);
  await new Promise((r) => setTimeout(r, 500));
  expect(codes()).not.toContain('cache-damaged-again');
});
