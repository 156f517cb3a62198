/** A company whose remark several edits change, each from a form that was opened before the others were delivered. */

/** The company 7 as the service has it. */
export const companyOf = (remark: string) => ({
  company_id: 7,
  name: 'Acme',
  remark,
  address: '',
  pool_id: 0,
  customers: [],
});

/** What each form has shown. */
export const SHOWN = {
  fields: { name: 'Acme', remark: 'first', address: '', pool_id: '0' },
  children: [],
  readAt: '2026-01-01 09:00:00',
};

export const changeOf = (fields: object, children: object[] = []) => ({
  kind: 'company',
  schema: 1,
  target: '7',
  fields: { pool_id: '0', ...fields },
  children,
});
