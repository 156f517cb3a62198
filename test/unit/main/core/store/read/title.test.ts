import { describe, expect, it } from 'vitest';
import { titleOf } from '#core/store/read/record-reader';
import { subtitleOf } from '#core/store/read/search-subtitle';
import { rowTitle } from '../../../../../../src/renderer/records/row-words';

describe('the title of a record', () => {
  it('is whole up to 160 characters, and cut beyond', () => {
    const name = 'x'.repeat(160);
    expect(titleOf('company', { name }, '1')).toBe(name);
    expect(titleOf('company', { name: `${name}y` }, '1')).toBe(`${name}…`);
  });
  it('is not cut inside a character', () => {
    const content = `${'x'.repeat(159)}📦 shipped`;
    expect(titleOf('trail', { content }, '1')).toBe(`${'x'.repeat(159)}…`);
    expect(titleOf('trail', { content: content.slice(1) }, '1')).toBe(`${'x'.repeat(158)}📦…`);
  });
  it('is a name or number that the service sends as a JSON number; 0 is none', () => {
    expect(titleOf('order', { order_no: 20260001, name: 7 }, '5')).toBe('20260001');
    expect(titleOf('company', { name: 0 }, '42')).toBe('42');
    expect(rowTitle('order', { id: '5', values: { order_no: 20260001 } })).toBe('20260001');
    expect(rowTitle('company', { id: '42', values: { name: '  ' } })).toBe('42');
    expect(subtitleOf('company', { name: 'A', serial_id: 777 }).subtitle).toBe('777');
  });
  it('of a lead without a name is its company, which the second line does not repeat', () => {
    const lead = { name: '', company_name: 'Acme GmbH', serial_id: 'L26110042' };
    expect(titleOf('lead', lead, '1')).toBe('Acme GmbH');
    expect(rowTitle('lead', { id: '1', values: lead })).toBe('Acme GmbH');
    expect(subtitleOf('lead', lead).subtitle).toBe('L26110042');
  });
  it('is the id if no title field has text', () => {
    expect(titleOf('company', { name: '  ' }, '42')).toBe('42');
    expect(titleOf('company', {}, '42')).toBe('42');
  });
});
