/** The forms in which a service may answer a list. */
import { expect, it } from 'vitest';
import { classifyRead } from '#core/api/classify-read';
import type { ApiClient } from '#core/api/client';
import { readPage } from '#core/api/read-page';

const pageOf = (data: string) => {
  const text = `{"code":200,"message":"success","now":"2026-05-20 10:00:00","data":${data}}`;
  const outcome = classifyRead({ kind: 'answer', status: 200, headers: {}, text, url: 'http://x/' }, 0);
  return readPage({ read: async () => outcome } as unknown as ApiClient, '/v1/x', {}, 'order_id');
};

it.each(['[]', '{"totalItem":0}', '{"list":null,"totalItem":0}', '{"list":{},"count":"0"}'])(
  '%s is an empty list',
  async (data) => {
    expect(await pageOf(data)).toMatchObject({ ok: true, value: { items: [], total: 0 } });
  },
);

it('a list that is an object with numbers as keys loses no record and no digit of an id', async () => {
  const page = await pageOf('{"list":{"0":{"order_id":1},"2":{"order_id":9007199254740993}},"count":2}');
  expect(page).toMatchObject({
    ok: true,
    value: { total: 2, nameless: 0, items: [{ id: '1' }, { id: '9007199254740993' }] },
  });
});

it('data that is such an object in place of a bare array loses no record', async () => {
  const page = await pageOf('{"0":{"order_id":1},"2":{"order_id":3}}');
  expect(page).toMatchObject({ ok: true, value: { nameless: 0, items: [{ id: '1' }, { id: '3' }] } });
});

it.each(['null', '{}', '{"list":null,"totalItem":3}', '{"list":{"error":{}},"count":0}', '"none"'])(
  '%s is no list',
  async (data) => {
    expect(await pageOf(data)).toMatchObject({ ok: false, trouble: { kind: 'bad-answer' } });
  },
);
