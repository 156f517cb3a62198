/** E8 `POST /v1/report/info`: activity statistics. */
export const REPORT_PATH = '/v1/report/info';

/** E8's counts, in contract order. */
export const REPORT_COUNTS = [
  'lead_add_count',
  'company_add_count',
  'customer_remark_count',
  'opportunity_add_count',
  'quotation_add_count',
  'order_add_count',
  'dynamic_count',
  'mail_send_count',
  'edm_send_count',
  'edm_finish_count',
  'login_count',
] as const;
export type ReportCount = (typeof REPORT_COUNTS)[number];
