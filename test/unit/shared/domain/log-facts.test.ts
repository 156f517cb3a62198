import { expect, it } from 'vitest';
import { readableFacts } from '#shared/domain/log-facts';

it.each([
  ['', ''],
  [
    '{"path":"/v1/purchaseOrder/fields","why":"not-offered"}',
    'path: /v1/purchaseOrder/fields · why: not-offered',
  ],
  ['{"trouble":null,"failed":[]}', ''],
  [
    '{"trouble":"offline","failed":["order","lead"],"done":3}',
    'trouble: offline · failed: order, lead · done: 3',
  ],
  ['{"left":{"order":2,"lead":null}}', 'left: order: 2'],
  ['torn {"', 'torn {"'],
  ['[1]', '[1]'],
])('the facts of a line of the log are no JSON on the screen: %s', (facts, shown) =>
  expect(readableFacts(facts)).toBe(shown),
);
