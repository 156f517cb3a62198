/** The notices above every screen and on the start page. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { en } from '../../../src/renderer/i18n/en';
import { enErrors } from '../../../src/renderer/i18n/en-errors';
import { enNotice } from '../../../src/renderer/i18n/en-notice';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

it('say why an account did not open, and the next step', async () => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/app/notice-list';
  const { NoticeList } = (await import(path)) as { NoticeList: FunctionComponent<object> };
  const detail = JSON.stringify({ name: 'Acme', code: 'database-from-future' });
  const app = { notices: [{ code: 'account-not-opened', detail }] };
  const html = await drawSettled(NoticeList, { app }, { ...en, notice: enNotice, errors: enErrors });
  expect(html).toContain(
    'The account “Acme” could not be opened. This data is from a newer Satchel. Update Satchel, then open it again.',
  );
});
