/** The live service stores texts as HTML at times (OB54): white space between the lines is not the user's. */
import { describe, expect, it } from 'vitest';
import { compareValues } from '#core/outbox/compare/compare-values';
import type { Command } from '#shared/domain/intent';
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';

const compare = (a: string, b: string) => compareValues(COMPANY_FIELDS, 'remark', a, b);

describe('a text and its HTML', () => {
  it.each([
    ['an empty line', 'one\n\ntwo', '<p>one</p><p></p><p>two</p>'],
    ['an empty line of an editor', 'one\n\ntwo', '<p>one</p><p><br></p><p>two</p>'],
    ['several spaces', 'one  two ', '<p>one  two </p>'],
    ['an indented line', 'one\n  two', '<p>one</p><p>  two</p>'],
    ['ends of lines of Windows', 'one\r\ntwo', '<p>one</p><p>two</p>'],
  ])('are the same with %s', (_what, text, html) => {
    expect(compare(text, html)).toBe('same');
    expect(compare(html, text)).toBe('same');
  });
  it('cannot be compared if only the line breaks differ', () => {
    expect(compare('one\ntwo', '<div>one two</div>')).toBe('unknown');
  });
  it('are different with other words', () => {
    expect(compare('one\n\ntwo', '<p>one</p><p>three</p>')).toBe('different');
  });
});

it('two texts differ by an empty line, and not by the ends of their lines', () => {
  expect(compare('one\n\ntwo', 'one\ntwo')).toBe('different');
  expect(compare('one  two', 'one two')).toBe('different');
  expect(compare('one\ntwo', 'one\r\ntwo')).toBe('same');
});

it('a note with an empty line that arrived without an answer is not sent again', async () => {
  const bench = crmBench();
  bench.gateway.push = lost;
  const command: Command = {
    kind: 'trailNote',
    schema: 1,
    target: null,
    fields: { company_id: '5', content: 'Price agreed.\n\nSamples in May.', remark_type: 101 },
    children: [],
  };
  bench.outbox.submit({ command, base: null });
  await bench.time.advance(1_000);
  expect(bench.pushes).toHaveLength(1);
  bench.crm.put('trailNote', {
    trail_id: 70,
    company_id: 5,
    type: 101,
    content: '<p>Price agreed.</p><p></p><p>Samples in May.</p>',
    create_user: 1,
    create_time: bench.crm.now,
    update_time: bench.crm.now,
  });
  for (let minute = 0; minute < 60; minute++) {
    bench.crm.now = new Date(Date.parse(`${bench.crm.now.replace(' ', 'T')}Z`) + 60_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    await bench.time.advance(60_000);
  }
  expect(bench.pushes).toHaveLength(1);
});
