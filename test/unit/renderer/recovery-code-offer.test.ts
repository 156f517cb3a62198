import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { recoveryCodeOffer } from '../../../src/renderer/features/settings/recovery-code-offer';
import { windowOver } from '../../support/renderer/window-over';

it('the recovery code that is shown is not replaced when all data is read again, only if the user asks', async () => {
  let offers = 0;
  const offerCode = () => ({ ok: true, code: `CODE-${(offers += 1)}`, ask: [0], offerId: `${offers}` });
  windowOver({ accounts: { offerCode } });
  const queries = new QueryClient();
  const shown = new QueryObserver(queries, recoveryCodeOffer());
  const close = shown.subscribe(() => undefined);
  onTestFinished(close);
  const code = () => shown.getCurrentResult().data;
  await expect.poll(code).toMatchObject({ code: 'CODE-1' });
  await queries.invalidateQueries();
  expect(code()).toMatchObject({ code: 'CODE-1' });
  await shown.refetch();
  expect(code()).toMatchObject({ code: 'CODE-2' });
  // A code does not stay in memory after its window.
  close();
  await expect.poll(() => queries.getQueryCache().getAll()).toEqual([]);
});
