/**
 * Details of companies and leads in the forms that the live service answers, each under a quirk of its own.
 */
import { companyEnums } from './dataset/enumerations';
import type { Quirks } from './quirks';
import type { Json } from './store/exact-json';

const phonePair = (record: Json): unknown[] => [record['tel_area_code'] ?? '', record['tel'] ?? ''];

const withPhonePair = (record: Json): Json => {
  const { tel_area_code: _code, ...others } = record;
  return { ...others, tel: phonePair(record) };
};

/** A contact names its phones in `tel_list`, not in `tel`. */
const withPhoneList = (contact: Json): Json => {
  const { tel: _tel, tel_area_code: _code, ...others } = contact;
  const [area, number] = phonePair(contact);
  return { ...others, tel_list: area === '' && number === '' ? [] : [[area, number]] };
};

const nameOfBizType = (code: unknown): unknown =>
  companyEnums.biz_type_list.find((item) => String(item.code) === String(code))?.name ?? '';

/** The details of a company or lead as this service answers them. */
export const inLiveShape = (details: Json, quirks: Pick<Quirks, 'telPair' | 'bizTypeText'>): Json => {
  const contacts = details['customers'];
  return {
    ...(quirks.telPair && 'tel' in details ? withPhonePair(details) : details),
    ...(quirks.telPair && Array.isArray(contacts) ? { customers: contacts.map(withPhoneList) } : {}),
    ...(quirks.bizTypeText && 'biz_type' in details ? { biz_type: nameOfBizType(details['biz_type']) } : {}),
  };
};

/** The enumerations, with the names of business types as their codes where the service answers those. */
export const enumsInLiveShape = (quirks: Pick<Quirks, 'bizTypeText'>): object =>
  quirks.bizTypeText
    ? { ...companyEnums, biz_type_list: companyEnums.biz_type_list.map(({ name }) => ({ code: name, name })) }
    : companyEnums;

/** A pushed body with the stored code of its business type, whether the code or its name was sent. */
export const withBizTypeCode = (body: Json, quirks: Pick<Quirks, 'bizTypeText'>): Json => {
  const named = quirks.bizTypeText
    ? companyEnums.biz_type_list.find(({ name }) => name === body['biz_type'])
    : undefined;
  return named === undefined ? body : { ...body, biz_type: named.code };
};
