import { describe, expect, it } from 'vitest';
import { progressOf } from '#shared/domain/progress';

describe('the progress of a document', () => {
  it.each([
    ['未完成', 'waiting'],
    ['未备货', 'waiting'],
    ['待出库', 'waiting'],
    ['草稿', 'waiting'],
    ['Draft 草稿', 'waiting'],
    ['Open', 'waiting'],
    ['Not shipped', 'waiting'],
    ['Unfinished', 'waiting'],
    ['部分出库', 'partly'],
    ['Partially stocked', 'partly'],
    ['已完成', 'done'],
    ['全部出库', 'done'],
    ['已取消', 'done'],
    ['Shipped', 'done'],
    ['Completed', 'done'],
    ['Lost', 'done'],
    ['Sent', 'unknown'],
    ['40', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s is %s', (name, progress) => {
    expect(progressOf(name)).toBe(progress);
  });
});
