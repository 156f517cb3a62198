import { expect, it } from 'vitest';
import { sentences } from '../../../src/renderer/format/sentences';

it('sentences have the spacing of the language', () => {
  expect(sentences(['One.', '', 'Two.'], 'en')).toBe('One. Two.');
  expect(sentences(['一。', '二。'], 'zh-CN')).toBe('一。二。');
});
