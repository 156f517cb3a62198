/** What the bundled service does as the live service does it, each with its own switch. */
import { describe, expect, it } from 'vitest';
import { withBizTypeCode } from '#service/live/customer-shapes';
import { missingScope } from '#service/live/scopes';
import { companyEnums } from '#service/dataset/enumerations';
import { ALL_LIVE, LIVE_QUIRKS } from '#service/live/live-quirks';
import { DEFAULT_QUIRKS } from '#service/quirks';

describe('the scope of a token', () => {
  it('reaches the modules that it names, and everything where it names none', () => {
    expect(missingScope('/v1/lead/list', 'company lead')).toBeUndefined();
    expect(missingScope('/v1/lead/list', 'company invoices')).toBe('lead');
    expect(missingScope('/v1/dynamic/trail/list', 'lead')).toBe('company');
    for (const scope of [undefined, '', '  ']) expect(missingScope('/v1/lead/list', scope)).toBeUndefined();
    expect(missingScope('/v1/elsewhere/list', 'lead')).toBeUndefined();
  });
});

describe('a switch of the live service', () => {
  it.each(Object.entries(LIVE_QUIRKS))(
    '%s is off in the default profile and on in the live one',
    (_, quirk) => {
      for (const [key, value] of Object.entries(quirk)) {
        expect([key, DEFAULT_QUIRKS[key as keyof typeof DEFAULT_QUIRKS]]).not.toEqual([key, value]);
        expect([key, ALL_LIVE[key as keyof typeof ALL_LIVE]]).toEqual([key, value]);
      }
    },
  );

  it('accepts the name of a business type; an unknown name is stored unchanged', () => {
    const [, { code, name }] = companyEnums.biz_type_list as [unknown, { code: unknown; name: string }];
    expect(withBizTypeCode({ biz_type: name, tel: '1' }, { bizTypeText: true })).toEqual({
      biz_type: code,
      tel: '1',
    });
    expect(withBizTypeCode({ biz_type: name }, { bizTypeText: false })).toEqual({ biz_type: name });
    expect(withBizTypeCode({ biz_type: 'Unheard of' }, { bizTypeText: true })).toEqual({
      biz_type: 'Unheard of',
    });
  });
});
