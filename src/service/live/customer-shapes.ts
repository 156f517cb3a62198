/**
 * Details of companies and leads in the forms that the live service answers, each under a quirk of its
 * own.
 */
import { companyEnums } from '../dataset/enumerations';
import type { Json } from '../store/exact-json';
import { companyGroups } from './company-fields';
import type { LiveQuirks } from './live-quirks';
import { asHtml, fileOf, spreadOf } from './wire-forms';

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

const CHANNELS = ['qq', 'linkedin', 'skype', 'whatsapp', 'facebook', 'wechat', 'twitter'] as const;

/** A contact's accounts as a list, the empty ones left out. */
const withChannels = (contact: Json): Json => {
  const others = Object.fromEntries(
    Object.entries(contact).filter(([key]) => !(CHANNELS as readonly string[]).includes(key)),
  );
  const filled = CHANNELS.filter((type) => String(contact[type] ?? '') !== '');
  return { ...others, contact: filled.map((type) => ({ type, value: contact[type] })) };
};

const contactIn = (contact: Json, quirks: LiveQuirks): Json => {
  const named = quirks.contactChannels ? withChannels(contact) : contact;
  return quirks.telPair ? withPhoneList(named) : named;
};

const nameOfBizType = (code: unknown): unknown =>
  companyEnums.biz_type_list.find((item) => String(item.code) === String(code))?.name ?? '';

const withFiles = (record: Json): Json =>
  spreadOf(record['company_id']) % 4 === 0
    ? { image_list: [fileOf(spreadOf(record['company_id']), 'logo.png')] }
    : {};

const withoutCustomKeys = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !/^\d+$/.test(key)));

/** What the groups are, and what stands beside them there. */
const withGroups = (record: Json, plain: Json): Json => ({
  ...withoutCustomKeys(record),
  country_region: { country: plain['country'], province: plain['province'], city: plain['city'] },
  client_tag_list: [],
  lead: [],
  company: companyGroups(plain),
});

/** The details of a company or lead as this service answers them. */
export const customerInLiveShape = (details: Json, quirks: LiveQuirks): Json => {
  const contacts = details['customers'];
  const isCompany = 'company_id' in details;
  const shaped: Json = {
    ...(quirks.telPair && 'tel' in details ? withPhonePair(details) : details),
    ...(Array.isArray(contacts)
      ? { customers: contacts.map((contact: Json) => contactIn(contact, quirks)) }
      : {}),
    ...(quirks.bizTypeText && 'biz_type' in details ? { biz_type: nameOfBizType(details['biz_type']) } : {}),
    ...(quirks.html ? { remark: asHtml(details['remark']) } : {}),
    ...(quirks.fileLists && isCompany ? withFiles(details) : {}),
  };
  if (quirks.isPublicAbsent) delete shaped['is_public'];
  return quirks.companyGroups && isCompany ? withGroups(shaped, details) : shaped;
};

/** The enumerations, with the names of business types as their codes where the service answers those. */
export const enumsInLiveShape = (quirks: Pick<LiveQuirks, 'bizTypeText'>): object =>
  quirks.bizTypeText
    ? { ...companyEnums, biz_type_list: companyEnums.biz_type_list.map(({ name }) => ({ code: name, name })) }
    : companyEnums;

/** A pushed body with the stored code of its business type, whether the code or its name was sent. */
export const withBizTypeCode = (body: Json, quirks: Pick<LiveQuirks, 'bizTypeText'>): Json => {
  const named = quirks.bizTypeText
    ? companyEnums.biz_type_list.find(({ name }) => name === body['biz_type'])
    : undefined;
  return named === undefined ? body : { ...body, biz_type: named.code };
};
