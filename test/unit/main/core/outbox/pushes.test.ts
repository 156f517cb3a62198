import { describe, expect, it } from 'vitest';
import { buildRequest, resolveRefs } from '#core/outbox/delivery/build-request';
import { retryAfterMs } from '#core/api/retry-after';
import { classifyPush, refusalOf } from '#core/outbox/delivery/classify-push';
import type { HttpResult } from '#core/ports/ports';
import type { Command } from '#shared/domain/intent';

const command = (over: Partial<Command> = {}): Command => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: { name: 'Acme', pool_id: '0' },
  children: [],
  ...over,
});
const answer = (status: number, text: string, headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  text,
  url: '',
});
const kindOf = (result: HttpResult, of = command()): string => classifyPush(result, of, 0).kind;

describe('what a push proves', () => {
  it('[OB5] only the transport can prove that a push was not sent', () => {
    expect(kindOf({ kind: 'failure', reason: 'connect', unsent: true, detail: '' })).toBe('unsent');
    expect(kindOf({ kind: 'failure', reason: 'reset', unsent: false, detail: '' })).toBe('noVerdict');
    expect(
      kindOf({
        kind: 'failure',
        reason: 'timeout',
        unsent: false,
        detail: 'timed out after 400 ms, status 400',
      }),
    ).toBe('noVerdict');
  });
  it.each([
    ['a 5xx', answer(503, '{"code":503,"message":"x"}')],
    ['a redirect', answer(302, '')],
    ['307', answer(307, '')],
    ['421', answer(421, '')],
    ["a captive portal's 200", answer(200, '<html>hello</html>')],
    ['a torn body', answer(200, '{"code":200,"message":"success","data":{"company_id":5')],
    ['an unknown JSON body', answer(200, '{"hello":1}')],
    ['success without an id', answer(200, '{"code":200,"message":"success","data":{}}')],
    ['code 0 without its word', answer(200, '{"code":0,"data":{"company_id":5}}')],
    ['code 0 with another word', answer(200, '{"code":0,"message":"Success","data":{"company_id":5}}')],
    ['code 0 with other words', answer(200, '{"code":"0","msg":"system busy","data":{}}')],
    ['an error code of 500 in the envelope', answer(200, '{"code":500,"message":"x"}')],
  ])('[OB6] %s is no verdict', (_name, result) => {
    expect(kindOf(result)).toBe('noVerdict');
  });
  it('the number of the new record is told also if it is a JSON number', () => {
    for (const number of ['"2026001"', '2026001']) {
      const said = `{"code":200,"message":"success","data":{"outbound_invoice_id":5,"serial_id":${number}}}`;
      const verdict = classifyPush(answer(200, said), command({ kind: 'outboundInvoice' }), 0);
      expect([number, verdict]).toMatchObject([number, { kind: 'accepted', number: '2026001' }]);
    }
  });
  it.each([
    ['a time in seconds since 1970', '"message":"success","now":1767225600'],
    ['no time', '"message":"success","now":[]'],
    ['a second message of another form', '"message":"success","msg":[]'],
  ])('an acceptance with %s is one', (_name, members) => {
    const said = answer(200, `{"code":200,${members},"data":{"company_id":5}}`);
    expect(classifyPush(said, command(), 0)).toMatchObject({ kind: 'accepted', realId: '5', now: null });
  });
  it.each([
    ['["name cannot be empty","tel is too long"]', 'name cannot be empty; tel is too long'],
    ['{"name":["cannot be empty"],"tel":"too long"}', 'name: cannot be empty; tel: too long'],
    ['[]', ''],
    ['7', '7'],
  ])('a refusal whose message is %s is one, and its words are kept', (message, words) => {
    const said = answer(200, `{"code":400,"message":${message},"data":[]}`);
    expect(classifyPush(said, command(), 0)).toMatchObject({ kind: 'refused', code: 400, message: words });
  });
  it('an expired token is one also if other members of the answer are empty', () => {
    for (const rest of ['"hint":null', '"error_description":null,"message":[]', '"hint":{"a":1}'])
      expect([rest, kindOf(answer(400, `{"error":"access_denied",${rest}}`))]).toEqual([
        rest,
        'unauthorized',
      ]);
  });
  it('an answer in which a number is NaN is understood', () => {
    const said = '{"code":200,"message":"success","data":{"company_id":5,"rate":NaN}}';
    expect(classifyPush(answer(200, said), command(), 0)).toMatchObject({ kind: 'accepted', realId: '5' });
  });
  it('the id of an accepted edit is that of its record if the answer has 0 for it', () => {
    for (const id of ['0', '"0"', '""', 'null']) {
      const said = answer(200, `{"code":200,"message":"success","data":{"company_id":${id}}}`);
      expect([id, classifyPush(said, command({ target: '5' }), 0)]).toMatchObject([
        id,
        { kind: 'accepted', realId: '5' },
      ]);
    }
  });
  it.each([
    [
      'an envelope with code 404 over HTTP 200',
      answer(200, '{"code":404,"message":"No Privilege","now":"2026-01-01 00:00:00"}'),
    ],
    ['the same as HTTP 404', answer(404, '{"code":404,"message":"Not Found Resource"}')],
    ['code -1', answer(200, '{"code":-1,"message":"no"}')],
  ])('[OB7] %s is a refusal', (_name, result) => {
    expect(kindOf(result)).toBe('refused');
  });
  it('[OB6] [OB7] a code in digits and empty texts count like a number and missing texts, as in the answer to a read', () => {
    const done = '{"code":"200","message":null,"msg":null,"now":null,"data":{"company_id":5}}';
    expect(classifyPush(answer(200, done), command(), 0)).toMatchObject({ kind: 'accepted', realId: '5' });
    const refused = answer(200, '{"code":"404","message":"No Privilege","now":null}');
    expect(classifyPush(refused, command(), 0)).toMatchObject({ kind: 'refused', code: 404 });
    for (const code of ['"ok"', '""', 'true', 'null', '200.5', '[200]'])
      expect([code, kindOf(answer(200, `{"code":${code},"data":{"company_id":5}}`))]).toEqual([
        code,
        'noVerdict',
      ]);
  });
  it('[OB7] a refusal is shown at the field that it names', () => {
    expect(
      classifyPush(answer(200, `{"code":404,"message":"'currency' cannot be empty"}`), command(), 0),
    ).toMatchObject({ field: 'currency' });
    expect(
      classifyPush(
        answer(200, '{"code":404,"message":"Input data validate error origin_list must be array"}'),
        command(),
        0,
      ),
    ).toMatchObject({ field: 'origin_list' });
    expect(classifyPush(answer(200, '{"code":404,"message":"No Privilege"}'), command(), 0)).toMatchObject({
      field: null,
    });
  });
  it('[OB7] "not found" to an edit means that its record is gone, unless the edit links another record', () => {
    const said = (of: Partial<Command>, message = 'Not Found Resource'): string | undefined => {
      const verdict = classifyPush(answer(200, JSON.stringify({ code: 404, message })), command(of), 0);
      return verdict.kind === 'refused' ? refusalOf(verdict, command(of)).code : undefined;
    };
    expect(said({ target: '5' })).toBe('gone');
    expect(said({ kind: 'lead', target: '5', fields: { name: 'Acme' } }, '记录不存在。')).toBe('gone');
    expect(said({ target: '5' }, 'No Privilege')).toBe('refused-404');
    expect(said({})).toBe('refused-404');
    expect(said({ kind: 'receipt', target: '5', fields: { company_id: '9' } })).toBe('refused-404');
    const line = { ref: '7', fields: { order_id: '8' } };
    expect(said({ kind: 'outboundInvoice', target: '5', fields: {}, children: [line] })).toBe('refused-404');
  });
  it('[OB8] 401 as status, envelope or bare OAuth error concerns the sign-in', () => {
    for (const result of [
      answer(401, ''),
      answer(200, '{"code":401,"message":"x"}'),
      answer(400, '{"error":"access_denied","message":"x"}'),
    ])
      expect(kindOf(result)).toBe('unauthorized');
  });
  it('[OB6] an error of a gateway in place of the envelope gives no verdict', () => {
    for (const result of [
      answer(408, '{"error":"Request Timeout"}'),
      answer(408, '{"code":408,"message":"Request Timeout"}'),
      answer(404, '{"status":404,"error":"Not Found","path":"/v1/company/pushCompanyAndCustomers"}'),
      answer(403, '{"error":"Forbidden"}'),
      answer(403, '{"message":"Forbidden"}'),
      answer(200, '{"error":"upstream closed the connection"}'),
    ])
      expect(kindOf(result)).toBe('noVerdict');
  });
  it('[OB9] 429 carries Retry-After as seconds or a date', () => {
    expect(classifyPush(answer(429, '', { 'Retry-After': '30' }), command(), 0)).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 30_000,
    });
    expect(retryAfterMs({ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 10_000)).toBe(50_000);
    expect(retryAfterMs({}, 0)).toBeNull();
  });
  it('code 0 with its word in msg is a success, also beside an empty message', () => {
    for (const message of ['', '"message":"",', '"message":null,'])
      expect(
        kindOf(answer(200, `{"code":0,${message}"msg":"success","data":{"company_id":5}}`)),
        message,
      ).toBe('accepted');
  });
  it('a success returns the id with every digit', () => {
    expect(
      classifyPush(
        answer(
          200,
          '{"code":200,"message":"success","now":"x","data":{"company_id":7200000000000000005,"customers":[{"customer_id":1}]}}',
        ),
        command(),
        0,
      ),
    ).toMatchObject({ kind: 'accepted', realId: '7200000000000000005', children: [{ customer_id: 1 }] });
  });
});

describe('the exact bytes', () => {
  it('[OB10] ids are integers, decimals are as typed, E5 handlers are strings', () => {
    const invoice = command({
      kind: 'outboundInvoice',
      target: '7200000000000000005',
      fields: { currency: 'USD', handler: ['12'], exchange_rate: '712.340' },
      children: [
        {
          ref: '9',
          fields: { sale_price: '10.10', order_record_id: '7200000000000000010' },
          custom: { '31': 'x' },
        },
        { ref: 'local:a', fields: { product_id: '3' } },
        { ref: '8', fields: {}, remove: true },
      ],
    });
    expect(buildRequest(invoice).body).toBe(
      '{"outbound_invoice_id":7200000000000000005,"currency":"USD","handler":["12"],"exchange_rate":712.340,"record_list":[{"31":"x","outbound_record_id":9,"sale_price":10.10,"order_record_id":7200000000000000010},{"product_id":3},{"outbound_record_id":8,"remove":1}]}',
    );
    expect(
      buildRequest(command({ kind: 'receipt', fields: { amount: '1.50', handler: ['12', '13'] } })).body,
    ).toBe('{"amount":1.50,"handler":[12,13]}');
  });
  it('[OB11] local ids are replaced everywhere, and a missing real id is reported', () => {
    const receipt = command({ kind: 'receipt', fields: { amount: '1', company_id: 'local:c' } });
    expect(resolveRefs(receipt, () => null)).toEqual({ ok: false, missing: 'local:c' });
    expect(resolveRefs(receipt, () => '55')).toMatchObject({
      ok: true,
      command: { fields: { company_id: '55' } },
    });
    expect(() => buildRequest(receipt)).toThrow(TypeError);
  });

  it('[OB10] an edit also carries the name or the currency that was read last, because some services require it', () => {
    const known = { fields: { name: 'Acme', currency: 'EUR', remark: 'x' } };
    const body = (more: object): unknown => JSON.parse(buildRequest(command(more), known).body);
    expect(body({ kind: 'company', target: '7', fields: { pool_id: '0', remark: 'y' } })).toEqual({
      company_id: 7,
      name: 'Acme',
      pool_id: 0,
      remark: 'y',
    });
    expect(body({ kind: 'company', target: '7', fields: { pool_id: '0', name: 'New' } })).toMatchObject({
      name: 'New',
    });
    expect(body({ kind: 'lead', target: '7', fields: { remark: 'y' } })).toMatchObject({ name: 'Acme' });
    expect(body({ kind: 'receipt', target: '7', fields: { amount: '1' } })).toMatchObject({
      currency: 'EUR',
    });
    expect(body({ kind: 'receipt', target: null, fields: { amount: '1' } })).not.toHaveProperty('currency');
    expect(
      JSON.parse(buildRequest(command({ kind: 'lead', target: '7', fields: {} })).body),
    ).not.toHaveProperty('name');
  });
  it('[OB10] custom fields are sent by their key, and never replace a known field', () => {
    const custom = { '70340001': 'CE', credit_limit: '5', company_id: '9', customers: 'x', name: 'Other' };
    const company = command({ kind: 'company', target: '7', fields: { name: 'Acme', pool_id: '0' }, custom });
    expect(JSON.parse(buildRequest(company).body)).toEqual({
      '70340001': 'CE',
      credit_limit: '5',
      company_id: 7,
      name: 'Acme',
      pool_id: 0,
    });
  });
  it('[OB72] an edit of a company lists its known contacts, and no empty list if they are unknown', () => {
    const edit = command({ kind: 'company', target: '7', fields: { pool_id: '0' } });
    const listed = (known: Parameters<typeof buildRequest>[1]): unknown =>
      JSON.parse(buildRequest(edit, known).body).customers;
    expect(listed({})).toBeUndefined();
    expect(listed({ contacts: [] })).toEqual([]);
    expect(listed({ contacts: [{ ref: '5', fields: {} }] })).toEqual([{ customer_id: 5 }]);
  });
  it('[OB10] a removed line contains more than its id only if the service requires it', () => {
    const line = { ref: '8', fields: { product_unit: 'Box' }, remove: true as const };
    const invoice = command({ kind: 'outboundInvoice', target: '5', children: [line] });
    expect(JSON.parse(buildRequest(invoice).body).record_list).toEqual([
      { outbound_record_id: 8, remove: 1, product_unit: 'Box' },
    ]);
  });
});

describe('a push of an opportunity', () => {
  const edit = command({ kind: 'opportunity', target: '7', fields: { stage: '6102' } });
  const refusal = (message: string, of = edit, code = 404) => {
    const verdict = classifyPush(answer(200, JSON.stringify({ code, message })), of, 0);
    if (verdict.kind !== 'refused') throw new Error(verdict.kind);
    return refusalOf(verdict, of);
  };
  it('that the CRM does not offer says so, and no other refusal does', () => {
    expect(refusal('Not Found').code).toBe('not-offered');
    expect(refusal('404 page not found', command({ kind: 'trailNote' })).code).toBe('not-offered');
    expect(refusal('Not Found', command({ target: '7' })).code).toBe('refused-404');
    expect(refusal('No Privilege').code).toBe('refused-404');
    expect(refusal('Not Found', edit, -1).code).toBe('refused--1');
  });
  it('without a customer is refused at the customer', () => {
    const found = refusal('The associated customer cannot be empty use company_id');
    expect(found.field).toBe('company_id');
  });
  it('whose edit is refused as not found is not called gone, because its customer may be missing', () => {
    expect(refusal('Not Found Resource').code).toBe('refused-404');
    expect(refusal('Not Found Resource', command({ kind: 'lead', target: '7', fields: {} })).code).toBe(
      'gone',
    );
  });
});
