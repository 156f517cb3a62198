/** The notices above every screen and on the start page. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { en } from '../../../src/renderer/i18n/en';
import { enErrors } from '../../../src/renderer/i18n/en-errors';
import { enNotice } from '../../../src/renderer/i18n/en-notice';
import { zhCnNotice } from '../../../src/renderer/i18n/zh-cn-notice';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

/** The text of a notice with these facts. */
const drawn = async (code: string, facts: object, texts = enNotice): Promise<string> => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/app/notice-list';
  const { NoticeList } = (await import(path)) as { NoticeList: FunctionComponent<object> };
  const app = { notices: [{ code, detail: JSON.stringify(facts) }] };
  return drawSettled(NoticeList, { app }, { ...en, notice: texts, errors: enErrors });
};

it('say why an account did not open, and the next step', async () => {
  const html = await drawn('account-not-opened', { name: 'Acme', code: 'database-from-future' });
  expect(html).toContain(
    'The account “Acme” could not be opened. This data is from a newer Satchel. Update Satchel, then open it again.',
  );
});

const NOTHING = { held: 0, inDoubt: 0, settled: 0, drafts: 0, finished: 0 };

it.each([
  [
    'that was missing and of which nothing was restored',
    'outbox-missing',
    { ...NOTHING, why: 'missing', lost: 5 },
  ],
  [
    'of which one item could not be restored',
    'outbox-missing',
    { ...NOTHING, why: 'missing', held: 2, lost: 1 },
  ],
  [
    'that was damaged',
    'outbox-salvaged',
    { recovered: 0, total: 5, drafts: 0, finished: 0, lost: 1, file: 'f' },
  ],
])('say that items may be missing if backup entries are lost of an outbox %s', async (_, code, facts) => {
  const html = await drawn(code, facts);
  expect(html).toContain(
    `Entries of the backup file that can’t be read: ${facts.lost}. Items and drafts may be missing or lack their last ` +
      'change. Check the Outbox before you allow sending.',
  );
  expect(await drawn(code, facts, zhCnNotice)).toContain(
    `备份文件中有 ${facts.lost} 条记录无法读取，某些项或草稿可能缺失，或缺少最后一次修改；请核对发件箱后再取消搁置。`,
  );
});

it('say of a damaged outbox that only what was not sent yet waits, also if nothing was recovered', async () => {
  const facts = { recovered: 0, total: 0, drafts: 0, finished: 3, lost: 0, file: 'outbox.db.aside-1' };
  expect(await drawn('outbox-salvaged', facts)).toContain(
    'Recovered items: 0 of 0. Recovered drafts: 0. What was not sent yet waits until you allow sending.',
  );
  expect(await drawn('outbox-salvaged', facts, zhCnNotice)).toContain(
    '已恢复 0 项中的 0 项和 0 份草稿。尚未发送的内容已搁置，取消搁置后发送。',
  );
});
