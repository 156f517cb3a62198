/** Documents in the forms of the live service. */
import { expect, it } from 'vitest';
import { NO_LIVE_QUIRKS } from '#service/live/live-quirks';
import { orderInLiveShape } from '#service/live/document-shapes';

it('the status of an order says how much of it was paid', () => {
  const statusAfter = (paid: number | undefined): unknown =>
    orderInLiveShape({ amount: 100, collect_amount: paid }, { ...NO_LIVE_QUIRKS, paymentState: true })[
      'status_name'
    ];
  expect([undefined, 0, 99.99, 100, 120].map(statusAfter)).toEqual([
    '待回款',
    '待回款',
    '部分回款',
    '已回款',
    '已回款',
  ]);
});
