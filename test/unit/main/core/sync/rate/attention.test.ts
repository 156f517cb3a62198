import { describe, expect, it } from 'vitest';
import { createAttentionBook } from '#core/sync/rate/attention';
import { VirtualTime } from '../../../../../simulation/virtual-time';

const makeBook = () => {
  const time = new VirtualTime(1_000_000);
  const told: boolean[] = [];
  let shows = 0;
  const book = createAttentionBook({
    clock: time,
    timers: time,
    onChange: () => told.push(book.inUse()),
    onShow: () => (shows += 1),
  });
  return { time, told, book, shows: () => shows };
};

describe('the attention book', () => {
  it('[PL24] reports the first window that comes into use and the last one that is left', () => {
    const { book, told } = makeBook();
    book.onUse('one', true);
    book.onUse('two', true);
    book.onUse('one', false);
    expect(told).toEqual([true]);
    book.onUse('two', false);
    expect(told).toEqual([true, false]);
  });
  it('[PL24] a window that stops reporting counts as left', async () => {
    const { time, book, told } = makeBook();
    book.onUse('one', true);
    await time.advance(100_000);
    book.onUse('one', true);
    await time.advance(149_000);
    expect(book.inUse()).toBe(true);
    await time.advance(200_000);
    expect([book.inUse(), told]).toEqual([false, [true, false]]);
  });
  it('[PL24] knows what the windows in use show, and reports when one shows more', async () => {
    const { time, book, told, shows } = makeBook();
    book.onUse('one', true, ['order']);
    book.onUse('one', true, ['order']);
    expect(shows()).toBe(1);
    book.onUse('one', true, ['order', 'collection']);
    book.onUse('two', true, ['collection']);
    expect([told, shows()]).toEqual([[true], 2]);
    book.onUse('one', true, ['order']);
    expect([book.isShown('collection'), book.isShown('product')]).toEqual([true, false]);
    book.onUse('two', false);
    expect([book.isShown('order'), book.isShown('collection')]).toEqual([true, false]);
    await time.advance(150_000);
    expect(book.isShown('order')).toBe(false);
  });
  it('[PL24] reports nothing after it is closed', async () => {
    const { time, book, told } = makeBook();
    book.onUse('one', true);
    book.close();
    await time.advance(600_000);
    expect([told, time.pending()]).toEqual([[true], 0]);
  });
});
