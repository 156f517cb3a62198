import { expect, it } from 'vitest';
import { sentences } from '../../../src/renderer/format/sentences';

it('sentences stand as the language sets them', () => {
  expect(sentences(['One.', '', 'Two.'], 'en')).toBe('One. Two.');
  expect(sentences(['一。', '二。'], 'zh-CN')).toBe('一。二。');
});
