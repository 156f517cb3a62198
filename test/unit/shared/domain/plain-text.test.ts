import { expect, it } from 'vitest';
import { sumDecimals, withoutTail } from '#shared/domain/money';
import { isHtml, plainText } from '#shared/domain/plain-text';

it('returns the text of HTML, with a line for each paragraph', () => {
  expect(plainText('<p>Called&nbsp;Ann</p><p>Price &lt; 5 &amp; OK</p>')).toBe('Called Ann\nPrice < 5 & OK');
  expect(plainText('<div>a<br/>b</div><ul><li>c</li></ul>')).toBe('a\nb\nc');
  expect(plainText('<b>Bold</b> and <span style="color:red">red</span>')).toBe('Bold and red');
});

it('removes scripts, styles and comments with their content', () => {
  expect(plainText('<p>x</p><script>alert(1)</script><style>p{}</style><!-- y -->')).toBe('x');
  expect(plainText('<p>x</p><script>alert(1)')).toBe('x');
  expect(plainText('<img src=x onerror=alert(1)><p>y</p>')).toBe('y');
});

it('decodes entities once: text about markup stays text', () => {
  expect(plainText('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')).toBe('<script>alert(1)</script>');
  expect(plainText('<p>&amp;lt;</p>')).toBe('&lt;');
  expect(plainText('<p>&#20320;&#x597d;&#0;&bogus;</p>')).toBe('你好&bogus;');
  // The first and the last character of text, and the numbers beside them, which are none.
  expect(plainText('<p>a&#32;b&#31;c&#xd7ff;&#xd800;&#xdfff;&#xe000;&#x10ffff;&#x110000;</p>')).toBe(
    'a bc\ud7ff\ue000\u{10ffff}',
  );
});

it('does not change text that is not HTML, including entities', () => {
  for (const text of ['a < b and c > d', 'x <none> y', 'AT&amp;T', '  two\n lines ', '<3', ''])
    expect(plainText(text)).toBe(text);
  expect(isHtml('5<p and q>3')).toBe(false);
});

it('is quick on hostile text', () => {
  const before = performance.now();
  plainText(`<p>${'<a '.repeat(50_000)}</p>${'<!--'.repeat(20_000)}`);
  plainText(`${'<script>'.repeat(20_000)}<p>x</p>`);
  expect(performance.now() - before).toBeLessThan(500);
});

it('removes floating-point errors, and nothing else', () => {
  expect(withoutTail('510.04499999999996')).toBe('510.045');
  expect(sumDecimals(['510.04499999999996', '0.30000000000000004'])).toBe('510.345');
  expect(withoutTail('0.30000000000000004')).toBe('0.3');
  for (const exact of [
    '977.0000000000',
    '12.345678',
    '9007199254740993',
    '-0.1',
    '12345678901234567.25',
    '8589934591.999999',
    '0.1234567890123456',
  ])
    expect(withoutTail(exact)).toBe(exact);
});
