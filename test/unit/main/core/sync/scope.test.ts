/** What a person keeps on this computer, as its file says. */
import { expect, it } from 'vitest';
import { scopeFile } from '#core/sync/scope';

const scopeOf = (file: object) =>
  scopeFile({ readText: () => JSON.stringify(file), writeText: () => undefined }, 'scope.json').read();

const company = { kind: 'record', resource: 'company', id: '1' };

it('one pin that is not understood, such as one of a newer version, does not remove the others', () => {
  const newer = { kind: 'record', resource: 'shipment', id: '7' };
  expect(scopeOf({ pins: [company, newer, 'x', { ...company, id: '2' }] }).pins).toEqual([
    company,
    { ...company, id: '2' },
  ]);
});

it('one kind that is not understood does not bring back those that are left out', () => {
  expect([...scopeOf({ leftOut: ['order', 'shipment', 'lead'] }).leftOut]).toEqual(['order', 'lead']);
});

it('a list that is none counts as empty, and the rest is kept', () => {
  const scope = scopeOf({ pins: 'all', leftOut: ['order'], detailsMonths: 12 });
  expect([scope.pins, [...scope.leftOut], scope.detailsMonths]).toEqual([[], ['order'], 12]);
});

it('companies and colleagues are kept whatever the file says: all other records show their names', () => {
  expect([...scopeOf({ leftOut: ['company', 'order', 'user'] }).leftOut]).toEqual(['order']);
});
