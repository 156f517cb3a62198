/** Contacts of a company (E3) and of a lead (E2). */
import { day, flag, images, listed, longText, numbered, phone, text, type FieldTable } from './push-field';

const accounts = {
  qq: text,
  linkedin: text,
  skype: text,
  whatsapp: text,
  facebook: text,
  wechat: text,
  twitter: text,
} as const satisfies FieldTable;
/** The accounts of a contact. Each is a field of its own in E2 and E3; answers may list them (`accountsIn`). */
export const ACCOUNT_CHANNELS: readonly string[] = Object.keys(accounts);

/** E2's 15 fields: contacts of a lead are keyed by e-mail, they have no id. */
export const LEAD_CONTACT_FIELDS = {
  name: text,
  email: text,
  tel: phone,
  tel_area_code: text,
  post: text,
  ...accounts,
  birth: day,
  remark: longText,
  main_customer_flag: flag,
} as const satisfies FieldTable;

export const COMPANY_CONTACT_FIELDS = {
  ...LEAD_CONTACT_FIELDS,
  post_grade: listed('int', 'postGrade'),
  gender: numbered('gender'),
  image_list: images,
} as const satisfies FieldTable;
