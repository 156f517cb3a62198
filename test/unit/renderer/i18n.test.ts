import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountSchema, appStateSchema } from '#shared/contract/accounts';
import { ERROR_CODES } from '#shared/contract/errors';
import { intentStateSchema } from '#shared/contract/outbox-item';
import { REFUSAL_CODES } from '#shared/contract/outbox-decisions';
import { travelStateSchema } from '#shared/contract/travel';
import { type Command, INTENT_KINDS } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import { RESOURCES } from '#shared/domain/resources';
import { validatePush } from '#shared/domain/validate-push';
import { companyInfoSchema } from '#shared/http-api/company';
import { collectionInfoSchema, collectionItemSchema } from '#shared/http-api/collection';
import { leadInfoSchema } from '#shared/http-api/lead';
import { userItemSchema } from '#shared/http-api/lookups';
import { opportunityItemSchema } from '#shared/http-api/opportunity';
import { orderItemSchema } from '#shared/http-api/order';
import { outboundInfoSchema, outboundLineSchema } from '#shared/http-api/outbound-invoice';
import { productInfoSchema, productItemSchema } from '#shared/http-api/product';
import { purchaseOrderItemSchema } from '#shared/http-api/purchase-order';
import { quotationItemSchema } from '#shared/http-api/quotation';
import { receiptItemSchema } from '#shared/http-api/receipt';
import { REPORT_COUNTS } from '#shared/http-api/report';
import { fieldsOf } from '#shared/http-api/scalars';
import { trailItemSchema } from '#shared/http-api/trail';
import { CATALOGUE } from '#core/store/schema/catalogue';
import { en, zhCn } from '../../support/catalogues';

const flatten = (value: object, path = ''): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([key, member]): [string, string][] => {
      const full = path === '' ? key : `${path}.${key}`;
      return typeof member === 'string' ? [[full, member]] : [...flatten(member as object, full)];
    }),
  );
const languages = { en: flatten(en), 'zh-CN': flatten(zhCn) };

const SCHEMAS = {
  trail: trailItemSchema,
  company: companyInfoSchema,
  lead: leadInfoSchema,
  order: orderItemSchema,
  quotation: quotationItemSchema,
  purchaseOrder: purchaseOrderItemSchema,
  outboundInvoice: outboundInfoSchema,
  receipt: receiptItemSchema,
  opportunity: opportunityItemSchema,
  collection: collectionItemSchema.extend(collectionInfoSchema.shape),
  product: productItemSchema.extend(productInfoSchema.shape),
  user: userItemSchema,
};

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
const renderer = join(import.meta.dirname, '../../../src/renderer');
const code = sources(renderer)
  .filter((file) => !/i18n[\\/](en|zh)/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('both languages', () => {
  it('have the same keys, and no empty text', () => {
    expect([...languages['zh-CN'].keys()].sort()).toEqual([...languages.en.keys()].sort());
    for (const texts of Object.values(languages))
      for (const [key, text] of texts) expect(text, key).not.toBe('');
  });

  it('use the same placeholders', () => {
    const placeholders = (text = ''): string[] =>
      [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name ?? '').sort();
    // A text for one may leave out the number.
    for (const [key, text] of [...languages.en].filter(([name]) => !name.endsWith('_one')))
      expect(placeholders(languages['zh-CN'].get(key)), key).toEqual(placeholders(text));
  });

  it('do not say of a saved document that its exchange rate comes from another one', () => {
    const ofOthers = [...languages.en].filter(([, text]) => text.startsWith('From an earlier document'));
    expect(ofOthers.length).toBeGreaterThan(0);
    for (const [key] of ofOthers) expect(languages.en.has(`${key}-edit`), key).toBe(true);
  });

  it('do not say that a rate comes from the newest order, because it may come from the order or invoice before', () => {
    for (const texts of Object.values(languages))
      expect([...texts.values()].filter((text) => /newest order|最近的订单/.test(text))).toEqual([]);
  });

  const inChinese = (key: string): string => languages['zh-CN'].get(key) ?? '';

  it('name the same numbers, such as hours and days', () => {
    // These are written in another way in Chinese: thousands, discounts, and the unit of a rate.
    const isOther = /^enum\.|exchange_rate|discount_rate|^listTools\.notANumber$/;
    const numbersOf = (text: string): string =>
      (text.replaceAll(/\{\{\w+\}\}|,(?=\d{3})/g, '').match(/\d+/g) ?? []).toSorted().join();
    const differing = [...languages.en].filter(
      // A number may be a word in Chinese.
      ([key, text]) => !['', numbersOf(text)].includes(numbersOf(inChinese(key))) && !isOther.test(key),
    );
    expect(differing).toEqual([]);
  });

  it.each([
    [/\breceipts?\b/i, /回款|收款|核销/],
    [/\bdraft orders?\b/i, /草稿订单|订单草稿/],
    [/\bquotations?\b/i, /报价/],
    [/\bleads?\b/i, /线索/],
    [/\bcollections?\b/i, /回款/],
  ])('name the same kinds of record: %s', (english, chinese) => {
    const named = [...languages.en].filter(([, text]) => english.test(text.replaceAll(/\{\{\w+\}\}/g, '')));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([key]) => !chinese.test(inChinese(key)))).toEqual([]);
  });

  it.each(Object.entries(languages))(
    '%s: the label of a rate or an amount names its currency',
    (_, texts) => {
      const labels = [...texts].filter(([key]) => /^(?:form\.)?(?:field|line)\./.test(key));
      const of = (keys: RegExp): string[] => labels.filter(([key]) => keys.test(key)).map(([, text]) => text);
      const [usd, cny] = [of(/_usd$/), of(/\.exchange_rate$|_rmb$/)];
      expect(Math.min(usd.length, cny.length)).toBeGreaterThan(10);
      expect(usd.filter((text) => !/USD|美元/.test(text))).toEqual([]);
      expect(cny.filter((text) => !/CNY|人民币/.test(text))).toEqual([]);
    },
  );

  it('Chinese notices count items on hold apart from items that may have been sent', () => {
    const notices = [...languages['zh-CN']].filter(([key]) => key.startsWith('notice.'));
    const having = (name: string): string[] =>
      notices.filter(([, text]) => text.includes(`{{${name}}}`)).map(([, text]) => text);
    for (const text of having('inDoubt')) expect(text).toMatch(/\{\{inDoubt\}\} 项可能已经发送/);
    for (const text of having('held'))
      expect(text).toMatch(/\{\{held\}\} 项(?:和 \{\{drafts\}\} 份草稿)?(?:，)?已搁置/);
  });

  it('have a form for one wherever an English text counts a noun', () => {
    const counted = [...languages.en].filter(
      ([key, text]) => !/_(?:one|other)$/.test(key) && /\{\{count\}\} (?:more )?[a-z]+s\b/.test(text),
    );
    // The number of these lines is always large.
    expect(counted.map(([key]) => key)).toEqual(['diagnostics.logMore']);
  });

  it.each(Object.entries(languages))(
    '%s names every field of every resource, every line field, enumeration, count, code and resource',
    (_, texts) => {
      const wanted = [
        ...Object.entries(SCHEMAS).flatMap(([resource, schema]) =>
          fieldsOf(schema).map(({ key }) => `field.${resource}.${key}`),
        ),
        ...fieldsOf(outboundLineSchema).map(({ key }) => `line.${key}`),
        ...Object.entries(ENUMERATIONS).flatMap(([name, values]) =>
          values.map((value) => `enum.${name}.${value}`),
        ),
        ...REPORT_COUNTS.map((key) => `count.${key}`),
        ...ERROR_CODES.flatMap((errorCode) => [`errors.${errorCode}.title`, `errors.${errorCode}.next`]),
        ...RESOURCES.flatMap((resource) => [
          `resource.${resource}`,
          `resourceOne.${resource}`,
          `list.what.${resource}`,
        ]),
      ];
      expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
    },
  );
});

describe('one thing has one name', () => {
  it.each([
    ['en', 'work that waits to be sent', /\bto be sent\b/i, 'To send'],
    ['en', 'the download of records', /\b(?:been copied|being copied|it was copied)\b/i, 'downloaded'],
    ['zh-CN', 'work that waits to be sent', /等待发送/, '待发送'],
    ['zh-CN', 'the pause of sending', /发送已暂停/, '已暂停发送'],
    ['zh-CN', 'a quotation', /(?<!采购)报价(?!单|日期)/, '报价单'],
    ['zh-CN', 'an open order', /未完成的/, '进行中的'],
    ['zh-CN', 'what is taken along', /可带上|带上的|改带/, '携带'],
    ['zh-CN', 'a line of a document', /第 \{\{number\}\} 行|添加的一行/, '明细'],
  ] as const)('%s: %s', (language, _, other, name) => {
    const texts = [...languages[language]];
    expect(texts.some(([, text]) => text.includes(name))).toBe(true);
    expect(texts.filter(([, text]) => other.test(text)).map(([key]) => key)).toEqual([]);
  });

  it.each(Object.values(languages))(
    'Today counts what is to be sent with the words of the status bar',
    (texts) => {
      const wordsOf = (key: string): string => (texts.get(key) ?? '').replace(/\bitems?\b|\s+/g, '');
      for (const form of ['one', 'other'])
        expect(wordsOf(`today.waits_${form}`)).toBe(wordsOf(`outbox.badge.waiting_${form}`));
      expect(texts.get('outbox.state.queued')).toBe(texts.get('outbox.group.waiting'));
      expect(texts.get('outbox.state.queued')).toBe(texts.get('today.outbox'));
    },
  );
});

describe('the columns of lists', () => {
  it.each(Object.entries(languages))('%s has a label for every one of them', (_, texts) => {
    const unnamed = RESOURCES.flatMap((resource) =>
      CATALOGUE[resource].fields
        .filter(({ key }) => !texts.has(`field.${resource}.${key}`) && !texts.has(`field.any.${key}`))
        .map(({ key }) => `${resource}.${key}`),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('keys in the source', () => {
  const has = (key: string): boolean => languages.en.has(key) || languages.en.has(`${key}_other`);

  it('all exist in the catalogue', () => {
    const used = [...code.matchAll(/\b(?:t|word)\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((key) => !has(key))).toEqual([]);
  });

  it('have at least one text for every composed prefix', () => {
    const prefixes = [...code.matchAll(/\b(?:t|exists|word)\(`([\w.-]+\.)\$\{/g)].map(
      ([, prefix]) => prefix ?? '',
    );
    expect(prefixes.length).toBeGreaterThan(10);
    expect(
      prefixes.filter((prefix) => ![...languages.en.keys()].some((key) => key.startsWith(prefix))),
    ).toEqual([]);
  });

  it('composed with a value of the contract exist for each value', () => {
    const composed: [prefix: string, values: readonly string[]][] = [
      ['settings.tokenStorage', appStateSchema.shape.tokenStorage.options],
      ['settings.auth', accountSchema.shape.auth.options],
      ['outbox.state', [...intentStateSchema.options, 'held', 'doubt']],
      ['outbox.kind', INTENT_KINDS],
      ['form.new', INTENT_KINDS],
      ['form.edit', INTENT_KINDS],
      // The form asks about a draft that is gone, and saves a changed item again, in place of a text.
      [
        'form.refusedCode',
        REFUSAL_CODES.filter((refusal) => refusal !== 'draft-gone' && refusal !== 'changed'),
      ],
      ['travel.why', travelStateSchema.shape.missing.element.shape.why.options],
      ['travel.absent', travelStateSchema.shape.absent.element.shape.why.options],
    ];
    const keys = composed.flatMap(([prefix, values]) => values.map((value) => `${prefix}.${value}`));
    expect(keys.filter((key) => !has(key))).toEqual([]);
    const prefixes = composed.map(([prefix]) => prefix);
    expect(prefixes.filter((prefix) => !code.includes('`' + prefix + '.${'))).toEqual([]);
  });

  it('exist for each fault of the lines of an invoice', () => {
    const line = (ref: string, more: object) => ({ ref, fields: { order_record_id: '7' }, ...more });
    const invoice = (children: object[]): Command =>
      ({ kind: 'outboundInvoice', target: '5', fields: {}, children }) as unknown as Command;
    const faults = [
      ...validatePush(invoice([])),
      ...validatePush(invoice([{ ref: 'local:1', fields: { outbound_count: '1' } }])),
      ...validatePush(invoice([line('8', {}), line('local:2', { remove: true })])),
    ].filter(({ path }) => path.length === 1 && path[0] === 'children');
    const codes = new Set(faults.map(({ code }) => code));
    expect(codes).toEqual(new Set(['required', 'association', 'line-waits']));
    expect([...codes].filter((code) => !has(`form.issue.${code}-lines`))).toEqual([]);
  });

  it('are all used: every text is reachable', () => {
    const composed = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const literal = new Set([...code.matchAll(/'([\w.-]+\.[\w.-]+)'/g)].map(([, key]) => key));
    // These prefixes, as in `list.${name}`, also begin texts that no code names.
    const wide = ['list.', 'panel.', 'settings.', 'form.', 'document.'];
    const named = new Set([...code.matchAll(/'([\w-]+)'/g)].map(([, word]) => word));
    const isReached = (key: string, prefix: string): boolean => {
      const rest = key.slice(prefix.length);
      return key.startsWith(prefix) && (!wide.includes(prefix) || rest.includes('.') || named.has(rest));
    };
    const unused = [...languages.en.keys()]
      .map((key) => key.replace(/_(zero|one|other)$/, ''))
      .filter((key) => !literal.has(key) && !composed.some((prefix) => isReached(key, prefix)));
    expect([...new Set(unused)]).toEqual([]);
  });

  it('are not joined by a colon or brackets, which Chinese writes in another width', () => {
    const joined = code.matchAll(/(?:\}: | \()\$\{(?:t|word|listText)\(.*|\b(?:t|word)\([^)]*\)\}: .*/g);
    expect([...joined].map(([text]) => text)).toEqual([]);
  });

  it('an empty card of Today names what its title names', () => {
    const text = (key: string): string | undefined => languages['zh-CN'].get(`today.${key}`);
    expect(text('noQuotations')).toBe(`没有${text('quotationsInMotion')}`);
  });

  it('call the number of a document the same in lists and in forms', () => {
    const both = ([kind, field]: string[]) =>
      [en.field, en.form.field].map((labels) => (labels as never)[kind!][field!] as string);
    const numbers = [
      ['outboundInvoice', 'serial_id'],
      ['outboundInvoice', 'discount_rate'],
      ['receipt', 'cash_collection_invoice_no'],
      ['receipt', 'trade_no'],
    ];
    for (const [inLists, inForms] of numbers.map(both)) expect(inForms).toBe(inLists);
    const all = [...languages.en].filter(([key]) => /^(?:form\.)?field\./.test(key)).map(([, text]) => text);
    expect(all.filter((text) => /^(?:Invoice|Receipt|Transaction|Order) number$/.test(text))).toEqual([]);
  });

  it('have one term for a conflict', () => {
    const named = { en: /conflict/i, 'zh-CN': /冲突/ };
    for (const language of ['en', 'zh-CN'] as const) {
      const texts = [...languages[language]].filter(([key]) =>
        /(?:state|notice)\.conflict$|outbox\.merge\.title$|outbox\.history\.merge$/.test(key),
      );
      expect(texts.length).toBeGreaterThan(4);
      expect(texts.filter(([, text]) => !named[language].test(text))).toEqual([]);
    }
  });
});

describe('a field of a form has the label that it has in lists, panels, filters and files', () => {
  /**
   * A form names the company or lead, the list has its id. A form says what the name or number is of. The form of a note
   * asks what happened.
   */
  const OWN_LABEL = new Set(['company_id', 'lead_id', 'name', 'serial_id', 'content']);
  it.each(Object.entries(languages))('%s', (_, texts) => {
    const different = INTENT_KINDS.flatMap((kind) => {
      const resource = RESOURCE_OF_KIND[kind];
      return Object.keys(KIND_TABLES[kind].fields).flatMap((key) => {
        const inForm = texts.get(`form.field.${kind}.${key}`) ?? texts.get(`form.field.any.${key}`);
        const inList = texts.get(`field.${resource}.${key}`);
        const isSame = inForm === undefined || inList === undefined || inForm === inList;
        return isSame || OWN_LABEL.has(key) ? [] : [`${kind}.${key}: ${inForm}, ${inList}`];
      });
    });
    expect(different).toEqual([]);
  });
});
