import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkIn, parseDeepLink } from '../../../../src/main/electron/deep-link';

describe('deep links', () => {
  it('name a record by its resource and id, digit for digit', () => {
    expect(parseDeepLink('satchel://open/order/12')).toEqual({ resource: 'order', id: '12' });
    expect(parseDeepLink('satchel://open/purchaseOrder/18446744073709551615/')).toEqual({
      resource: 'purchaseOrder',
      id: '18446744073709551615',
    });
  });

  it.each([
    'satchel://open/order/',
    'satchel://open/order/0',
    'satchel://open/order/-1',
    'satchel://open/order/1e3',
    'satchel://open/user/1',
    'satchel://open/nothing/1',
    'satchel://send/order/1',
    'satchel://open/order/1?x=1',
    'satchel://open/order/1#x',
    'satchel://open//order/1',
    'satchel://OPEN/order/1',
    ' satchel://open/order/1',
    'satchel://open/order/1\n',
    'satchel:open/order/1',
    'satchel-app://app/',
    'satchel://open/order/1;rm -rf',
    'satchel://open/__proto__/1',
    'satchel://user@open/order/1',
    `satchel://open/order/${'1'.repeat(400)}`,
    '--flag',
  ])('that are anything else are dropped: %j', (text) => expect(parseDeepLink(text)).toBeNull());

  it('never throw, whatever another program passes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((tail) => `satchel://open/${tail}`),
          fc
            .string({ unit: fc.constantFrom('0', '1', '9', '/', 'x') })
            .map((id) => `satchel://open/order/${id}`),
        ),
        (text) => {
          const link = parseDeepLink(text);
          expect(link?.id ?? '1').toMatch(/^[1-9]\d{0,19}$/);
        },
      ),
    );
  });

  it('are found among the arguments of a start, the last one wins', () => {
    expect(
      linkIn(['satchel.exe', '--allow-file-access', 'satchel://open/lead/1', 'satchel://open/lead/2']),
    ).toEqual({ resource: 'lead', id: '2' });
    expect(linkIn(['satchel.exe', 'C:\\satchel'])).toBeNull();
  });
});
