// The screenshots of `npm run screenshots`: each has a name, a place, and the steps before the picture is
// taken.
const rowAt = (page, index) => page.getByRole('row').nth(index);
const firstRow = async (page) => {
  await rowAt(page, 2).waitFor({ timeout: 20_000 });
  return rowAt(page, 2);
};
const openRow = async (page) => (await firstRow(page)).click();
const openPage = async (page) => (await firstRow(page)).getByRole('gridcell').first().dblclick();
const part = (index) => async (page) => {
  await openPage(page);
  const tab = page.getByRole('main').getByRole('tab');
  await (index < 0 ? tab.last() : tab.nth(index)).click();
};
const button = (name) => (page) => page.getByRole('button', { name }).first().click();
const form = (kind) => `today?form=${kind}~draft:`;
const panelTab = (index) => async (page) => {
  await openRow(page);
  await page.getByRole('complementary').getByRole('tab').nth(index).click();
};
const print = (resource) => async (page) => {
  await openRow(page);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: resource === 'company' ? /^(Statement|对账单)$/ : /^(Print|打印)$/ })
    .click();
};

/** Pictures of the demo. The first word of a name is the screen. */
export const DEMO_SHOTS = [
  { name: 'today', hash: 'today' },
  { name: 'agenda', hash: 'agenda' },
  { name: 'agenda-calendar', hash: 'agenda?as=calendar&who=all' },
  {
    name: 'travel',
    hash: 'travel',
    act: async (page) => {
      const mine = page.getByRole('button', { name: /My customers|我的客户/ });
      if (await mine.count()) await mine.click();
      await page.getByText(/^(Ready|准备就绪)/).waitFor({ timeout: 60_000 });
    },
  },
  { name: 'help', hash: 'help' },
  { name: 'help-marks', hash: 'help?topic=marks' },
  { name: 'trail', hash: 'trail' },
  { name: 'trail-panel', hash: 'trail', act: openRow },
  { name: 'companies', hash: 'customers' },
  { name: 'companies-panel', hash: 'customers', act: openRow },
  { name: 'companies-panel-contacts', hash: 'customers', act: panelTab(1) },
  { name: 'companies-panel-trail', hash: 'customers', act: panelTab(2) },
  { name: 'companies-panel-related', hash: 'customers', act: panelTab(3) },
  {
    name: 'companies-column-menu',
    hash: 'customers',
    act: async (page) => {
      await firstRow(page);
      await page.getByRole('columnheader').nth(1).click({ button: 'right' });
    },
  },
  { name: 'companies-columns', hash: 'customers', act: button(/^(Columns|列)$/) },
  { name: 'companies-filter', hash: 'customers', act: button(/^(Filter|筛选)$/) },
  {
    name: 'companies-filtered',
    hash: `customers?f=${encodeURIComponent(
      JSON.stringify([
        { field: 'update_time', op: 'within', preset: 'thisMonth' },
        { field: 'country', op: 'notEmpty' },
      ]),
    )}`,
  },
  { name: 'company-page', hash: 'customers', act: openPage },
  { name: 'company-opportunities', hash: 'customers', act: part(1) },
  { name: 'company-orders', hash: 'customers', act: part(2) },
  { name: 'company-about', hash: 'customers', act: part(-1) },
  { name: 'leads', hash: 'customers?tab=leads' },
  { name: 'lead-page', hash: 'customers?tab=leads', act: openPage },
  { name: 'opportunities', hash: 'opportunities' },
  { name: 'opportunities-panel', hash: 'opportunities', act: openRow },
  {
    name: 'opportunities-note',
    hash: 'opportunities',
    act: async (page) => {
      await openRow(page);
      await page.getByRole('button', { name: /^(New from here|由此新建)/ }).click();
      await page.getByRole('menuitem').first().click();
      await page.getByRole('dialog').getByRole('textbox').last().fill('Called. Wants a second sample.');
    },
  },
  { name: 'products', hash: 'products' },
  { name: 'products-panel', hash: 'products', act: openRow },
  { name: 'products-stock', hash: 'products', act: panelTab(1) },
  { name: 'collections', hash: 'collections' },
  { name: 'collections-panel', hash: 'collections', act: openRow },
  {
    name: 'collections-customer',
    hash: 'collections',
    act: async (page) => {
      await openRow(page);
      const panel = page.getByRole('complementary');
      const company = panel.locator('dt', { hasText: /^(Company|公司)$/ }).locator('..');
      await company.getByRole('button').first().click();
      await panel.getByRole('button', { name: /^(Open page|打开详情页)$/ }).click();
      await page.getByRole('tab', { name: /^(Collections|回款单)$/ }).click();
    },
  },
  {
    name: 'collections-order',
    hash: `collections?f=${encodeURIComponent(
      JSON.stringify([
        { field: 'currency', op: 'in', values: ['CNY'] },
        { field: 'collect_status', op: 'in', values: ['0'] },
      ]),
    )}`,
    act: async (page) => {
      await openRow(page);
      const order = page.getByRole('complementary').getByRole('button', { name: /^SO\d+$/ });
      await order.first().click();
    },
  },
  { name: 'orders', hash: 'orders' },
  { name: 'orders-panel', hash: 'orders', act: openRow },
  { name: 'orders-panel-lines', hash: 'orders', act: panelTab(1) },
  {
    name: 'orders-marked',
    hash: 'orders',
    act: async (page) => {
      await firstRow(page);
      await page.getByRole('grid').focus();
      for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space'])
        await page.keyboard.press(key);
    },
  },
  {
    name: 'orders-range',
    hash: 'orders',
    act: async (page) => {
      await firstRow(page);
      const amount = await page.getByRole('columnheader', { name: /^(Amount|金额)/ }).first();
      const at = (await amount.getAttribute('aria-colindex')) ?? '2';
      await page.locator(`[role="gridcell"][aria-colindex="${at}"]`).first().click();
      await page.keyboard.press('Escape');
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('Shift+ArrowDown');
    },
  },
  {
    name: 'orders-menu',
    hash: 'orders',
    act: async (page) => {
      await firstRow(page);
      await button(/^(Print and export|打印与导出)$/)(page);
    },
  },
  {
    name: 'orders-export',
    hash: 'orders',
    act: async (page) => {
      await firstRow(page);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+e');
    },
  },
  { name: 'orders-no-match', hash: 'orders?q=nothing-is-called-this' },
  { name: 'quotations', hash: 'quotations' },
  { name: 'purchase-orders', hash: 'purchase-orders' },
  { name: 'invoices', hash: 'invoices' },
  { name: 'invoices-panel', hash: 'invoices', act: openRow },
  { name: 'receipts', hash: 'receipts' },
  { name: 'receipts-panel', hash: 'receipts', act: openRow },
  { name: 'print-order', hash: 'orders', act: print('order') },
  { name: 'print-invoice', hash: 'invoices', act: print('outboundInvoice') },
  { name: 'print-statement', hash: 'customers', act: print('company') },
  { name: 'print-list', hash: 'orders?print=list' },
  {
    name: 'activity',
    hash: 'activity',
    act: (page) =>
      page
        .getByRole('figure')
        .first()
        .waitFor({ timeout: 30_000 })
        .catch(() => undefined),
  },
  { name: 'settings-account', hash: 'settings' },
  { name: 'settings-appearance', hash: 'settings?tab=appearance' },
  { name: 'settings-sync', hash: 'settings?tab=sync' },
  { name: 'settings-diagnostics', hash: 'settings?tab=diagnostics' },
  { name: 'settings-shortcuts', hash: 'settings?tab=shortcuts' },
  {
    name: 'palette',
    hash: 'today',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill('2611');
    },
  },
  { name: 'palette-empty', hash: 'today', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', hash: 'today', act: (page) => page.keyboard.press('?') },
  {
    name: 'sync-details',
    hash: 'today',
    act: (page) => page.getByRole('contentinfo').getByRole('button').last().click(),
  },
  {
    name: 'new',
    hash: 'orders',
    act: async (page) => {
      await firstRow(page);
      await page.getByRole('grid').focus();
      await page.keyboard.press('c');
    },
  },
  { name: 'form-company', hash: form('company') },
  { name: 'form-lead', hash: form('lead') },
  { name: 'form-opportunity', hash: form('opportunity') },
  { name: 'form-receipt', hash: form('receipt') },
  { name: 'form-note', hash: form('trailNote') },
  { name: 'form-invoice', hash: form('outboundInvoice') },
  { name: 'form-company-issues', hash: form('company'), act: (page) => page.keyboard.press('Control+Enter') },
  {
    name: 'form-invoice-order',
    hash: 'orders',
    act: async (page) => {
      await openRow(page);
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^(New from here|由此新建)$/ })
        .click();
      await page.getByRole('menuitem').first().click();
    },
  },
  {
    name: 'form-company-edit',
    hash: 'customers',
    act: async (page) => {
      await openRow(page);
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^(Edit|编辑)/ })
        .first()
        .click();
    },
  },
];

/** Pictures of a workspace with an item in every state; a picture of each item of its outbox is added. */
export const BUSY_SHOTS = [
  { name: 'busy-today', hash: 'today' },
  { name: 'busy-outbox', hash: 'outbox' },
  { name: 'busy-companies', hash: 'customers' },
  {
    name: 'busy-page',
    hash: 'customers',
    act: async (page) => {
      await firstRow(page);
      await page
        .getByRole('row')
        .filter({ has: page.locator('[data-mark="needs"]') })
        .first()
        .getByRole('gridcell')
        .first()
        .dblclick();
    },
  },
];

/** Pictures of the same workspace after the awkward names were entered. */
export const AWKWARD_SHOTS = [
  { name: 'awkward-companies', hash: 'customers?q=awkward' },
  { name: 'awkward-panel', hash: 'customers?q=awkward', act: openRow },
  { name: 'awkward-page', hash: 'customers?q=awkward', act: openPage },
  {
    name: 'awkward-palette',
    hash: 'today',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill('awkward');
    },
  },
  { name: 'awkward-statement', hash: 'customers?q=awkward', act: print('company') },
];

/** Pictures of a workspace without records. */
export const EMPTY_SHOTS = [
  'today',
  'agenda',
  'outbox',
  'trail',
  'customers',
  'orders',
  'activity',
  'travel',
].map((screen) => ({
  name: `empty-${screen}`,
  hash: screen,
}));

/** Pictures of the demo without a network. */
export const OFFLINE_SHOTS = [
  { name: 'offline-today', hash: 'today' },
  { name: 'offline-agenda', hash: 'agenda' },
  { name: 'offline-travel', hash: 'travel' },
  { name: 'offline-companies', hash: 'customers' },
  { name: 'offline-company-page', hash: 'customers', act: openPage },
];

const addAccount = async (page) => {
  await page
    .getByRole('navigation', { name: /^(Screens|页面)$/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Add account|添加账户)/ }).click();
  await page.getByRole('dialog').waitFor();
};

/** Pictures after the service was stopped. */
export const GONE_SHOTS = [
  { name: 'gone-today', hash: 'today' },
  { name: 'gone-agenda', hash: 'agenda' },
  { name: 'gone-travel', hash: 'travel' },
  { name: 'gone-account', hash: 'today', act: addAccount },
  {
    name: 'gone-account-error',
    hash: 'today',
    act: async (page) => {
      await addAccount(page);
      const fields = page.getByRole('dialog').locator('input:not([type="radio"]):not([readonly]):visible');
      for (const [index, field] of (await fields.all()).entries())
        await field.fill(index === 0 ? 'https://127.0.0.1:9' : 'rep@example.test');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Test connection|测试连接)$/ })
        .click();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'gone-connection',
    hash: 'settings',
    act: async (page) => {
      await button(/^(Test now|立即测试)$/)(page);
      await page.waitForTimeout(2500);
    },
  },
  { name: 'gone-activity', hash: 'activity' },
];

/**
 * Names that are difficult for the layout: right to left, without a break, longer than any column, markup,
 * both scripts. “awkward” finds all of them.
 */
export const AWKWARD_NAMES = [
  'شركة النور للتجارة الدولية والاستيراد المحدودة (awkward)',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft-awkward-ohne-Umbruch',
  'Awkward & Söhne Gesellschaft für internationalen Werkzeugmaschinen-, Ersatzteil- und Zubehörhandel ' +
    'mit beschränkter Haftung & Co. Kommanditgesellschaft auf Aktien, Zweigniederlassung ' +
    'Ostwestfalen-Lippe',
  '<b>Awkward</b> "Quoted" & Sons',
  '深圳市前海华南国际供应链管理（集团）股份有限公司宝安区西乡街道第三分公司 awkward',
  'חברת דוגמה בע״מ awkward',
];
