import { describe, expect, it } from 'vitest';
import { classifyRead, retryOf } from '../../../../../src/main/core/api/classify-read';
import type { HttpResult } from '../../../../../src/main/core/ports/ports';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  url: '',
});
const html = '<!DOCTYPE html><html><body>Welcome</body></html>';

describe('classifyRead', () => {
  it.each<[string, HttpResult, string, string]>([
    [
      'code 200',
      answer(200, { code: 200, message: 'success', now: '2026-01-01 00:00:00', data: {} }),
      'ok',
      'never',
    ],
    ['a code in digits', answer(200, { code: '403', message: 'x' }), 'forbidden', 'never'],
    ['a code in words', answer(200, { code: 'ok', data: {} }), 'bad-answer', 'backoff'],
    ['code 0 with msg', answer(200, { code: 0, msg: 'success', data: {} }), 'ok', 'never'],
    [
      'code 0 with msg and an empty message',
      answer(200, { code: 0, msg: 'success', message: '', data: {} }),
      'ok',
      'never',
    ],
    ['code 0 with message', answer(200, { code: 0, message: 'success', data: {} }), 'ok', 'never'],
    ['code 0 without msg', answer(200, { code: 0, data: {} }), 'refused', 'never'],
    ['code 0 with an error', answer(200, { code: 0, msg: 'system busy', data: {} }), 'refused', 'never'],
    ['a 400 of a gateway', answer(400, { status: 400, error: 'Bad Request' }), 'bad-answer', 'backoff'],
    ['a 408 of a gateway', answer(408, { error: 'Request Timeout' }), 'bad-answer', 'backoff'],
    [
      'an envelope 404 with HTTP 200',
      answer(200, { code: 404, message: 'Not Found Resource' }),
      'refused',
      'never',
    ],
    [
      'an envelope 404 with HTTP 404',
      answer(404, { code: 404, message: 'Not Found Resource' }),
      'refused',
      'never',
    ],
    [
      'a missing scope in an envelope 404',
      answer(200, { code: 404, message: 'no permission invoices scopes' }),
      'forbidden',
      'never',
    ],
    [
      'a missing scope in an envelope 401',
      answer(401, { code: 401, message: 'no permission invoices scopes' }),
      'forbidden',
      'never',
    ],
    [
      'a missing scope in the words of OAuth',
      answer(401, { error: 'access_denied', message: 'Denied.', hint: 'no permission lead scopes' }),
      'forbidden',
      'never',
    ],
    ['no privilege for one record', answer(200, { code: 404, message: 'No Privilege' }), 'refused', 'never'],
    ['code -1', answer(200, { code: -1, message: 'x' }), 'refused', 'never'],
    [
      'an unknown route with our envelope',
      answer(404, { code: 404, message: 'Not Found' }),
      'not-offered',
      'never',
    ],
    [
      'an unknown route as a web page',
      answer(404, html, { 'content-type': 'text/html' }),
      'not-offered',
      'never',
    ],
    [
      'an unknown route in words',
      answer(404, { message: 'The route v1/x could not be found.' }),
      'not-offered',
      'never',
    ],
    ['HTTP 401', answer(401, ''), 'unauthorized', 'after-sign-in'],
    [
      'a bare access_denied',
      answer(401, { error: 'access_denied', message: 'x' }),
      'unauthorized',
      'after-sign-in',
    ],
    [
      'a bare access_denied with HTTP 200',
      answer(200, { error: 'access_denied' }),
      'unauthorized',
      'after-sign-in',
    ],
    ['an envelope 401', answer(200, { code: 401, message: 'x' }), 'unauthorized', 'after-sign-in'],
    ['a bad client', answer(401, { error: 'invalid_client' }), 'oauth-error', 'after-sign-in'],
    ['a bad grant', answer(400, { error: 'invalid_grant' }), 'oauth-error', 'after-sign-in'],
    ['HTTP 403', answer(403, { code: 403, message: 'no scope' }), 'forbidden', 'never'],
    ['a 403 of a filter', answer(403, { message: 'Forbidden' }), 'forbidden', 'never'],
    ['HTTP 429', answer(429, '', { 'Retry-After': '7' }), 'rate-limited', 'at'],
    ['an envelope 429', answer(200, { code: 429, message: 'slow down' }), 'rate-limited', 'at'],
    ['HTTP 502', answer(502, html, { 'content-type': 'text/html' }), 'server-error', 'backoff'],
    ['an envelope 500', answer(200, { code: 500, message: 'oops' }), 'server-error', 'backoff'],
    [
      'maintenance in an envelope with a code of its own',
      answer(503, { code: -1, message: '系统维护中', data: {} }),
      'server-error',
      'backoff',
    ],
    [
      'a refusal in an envelope with HTTP 500',
      answer(500, { code: 404, message: 'Not Found Resource' }),
      'refused',
      'never',
    ],
    ['HTTP 500 around a success', answer(500, { code: 200, message: 'success' }), 'server-error', 'backoff'],
    [
      'a web page with HTTP 200',
      answer(200, html, { 'content-type': 'text/html' }),
      'captive-portal',
      'backoff',
    ],
    [
      'a web page that says JSON',
      answer(200, html, { 'content-type': 'application/json' }),
      'captive-portal',
      'backoff',
    ],
    ['a redirect elsewhere', answer(302, '', { location: 'http://portal' }), 'captive-portal', 'backoff'],
    ['torn JSON', answer(200, '{"code":200,"da'), 'bad-answer', 'backoff'],
    ['an empty answer', answer(200, ''), 'bad-answer', 'backoff'],
    ['JSON without an envelope', answer(200, { list: [] }), 'bad-answer', 'backoff'],
    [
      'a timeout whose text contains 400',
      { kind: 'failure', reason: 'timeout', unsent: false, detail: 'timeout after 400 ms' },
      'offline',
      'backoff',
    ],
  ])('[HT1] %s', (_, result, kind, when) => {
    const outcome = classifyRead(result, 0);
    expect(outcome.kind).toBe(kind);
    expect(retryOf(outcome).when).toBe(when);
  });

  it('keeps the words of a refusal whose message is a list or an object', () => {
    for (const [message, words] of [
      [['start_time is wrong', 'count'], 'start_time is wrong; count'],
      [{ count: ['too large'] }, 'count: too large'],
    ])
      expect(classifyRead(answer(200, { code: 404, message }), 0)).toMatchObject({
        kind: 'refused',
        message: words,
      });
  });

  it('[HT6] reads a page in which a number is NaN or infinite: it has no value', () => {
    const list =
      '[{"order_id":1,"name":"NaN, \\"Infinity\\"","rate":NaN},{"order_id":2,"rate":-Infinity,"other":[Infinity, NaN]}]';
    const said = `{"code":200,"message":"success","data":{"list":${list},"totalItem":2}}`;
    const outcome = classifyRead(answer(200, said), 0);
    expect(outcome).toMatchObject({
      kind: 'ok',
      data: {
        list: [
          { name: 'NaN, "Infinity"', rate: null },
          { rate: null, other: [null, null] },
        ],
      },
      raws: [
        '{"order_id":1,"name":"NaN, \\"Infinity\\"","rate":null}',
        '{"order_id":2,"rate":null,"other":[null, null]}',
      ],
    });
    expect(outcome.kind === 'ok' && JSON.parse(outcome.text)).toMatchObject({ code: 200 });
    for (const torn of ['{"code":200,"data":{"list":[{"rate":NaN}', '{"code":200,"data":{"NaN"}}', 'NaN'])
      expect([torn, classifyRead(answer(200, torn), 0).kind]).toEqual([torn, 'bad-answer']);
  });

  it('[HT4] reads Retry-After as seconds and as a date', () => {
    expect(classifyRead(answer(429, '', { 'retry-after': '7' }), 0)).toEqual({
      kind: 'rate-limited',
      retryAfterMs: 7000,
    });
    expect(classifyRead(answer(429, '', { 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }), 20_000)).toEqual(
      {
        kind: 'rate-limited',
        retryAfterMs: 40_000,
      },
    );
  });
});
