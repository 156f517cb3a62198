/** E9 `GET /v1/invoices/quotation/list` and the optional quotation/info. */
import { z } from 'zod';
import { companyRef, userInfo, wire } from './scalars';

export const QUOTATION_LIST_PATH = '/v1/invoices/quotation/list';
export const QUOTATION_INFO_PATH = '/v1/invoices/quotation/info';

const statusInfo = z.looseObject({
  is_purchase: z.int(), is_beginning: z.int(), is_ending: z.int(), into_performance: z.int(), need_review: z.int(), change_ending: z.int(), change_review: z.int(), can_delete: z.int(),
  next_status: z.array(z.string()), client_id: z.string(), id: z.string(), name: z.string(), remark: z.string(), rank: z.string(), create_time: z.string(), update_time: z.string(),
});

/** E9's 41 fields and more (`status_info` nested). */
export const quotationItemSchema = z.looseObject({
  quotation_id: wire.id(), _id: wire.id(), quotation_no: wire.text(), lock_flag: wire.text(), can_unlock: wire.flag(), approval_status: wire.enumInt('approvalStatus', { serviceFilter: true }),
  name: wire.text(), currency: wire.text(), exchange_rate: wire.rateText(), amount: wire.moneyText(), amount_rmb: wire.moneyText(),
  company_id: wire.id(), customer_id: wire.id(), opportunity_id: wire.id(), quotation_date: wire.dateTime(),
  addition_cost_amount: wire.money(), product_total_amount: wire.money(),
  price_contract: wire.text().nullable(), receive_remittance_way: wire.text(), price_contract_remark: wire.longText().nullable(), receive_remittance_remark: wire.longText().nullable(),
  insurance_remark: wire.longText().nullable(), company_name: wire.text(), company_phone: wire.phone(), company_fax: wire.phone(), company_address: wire.longText().nullable(),
  customer_name: wire.text(), customer_phone: wire.phone(), customer_address: wire.longText().nullable(),
  transport_mode: wire.text(), shipment_deadline: wire.text(), shipment_port: wire.text(), target_port: wire.text(), shipment_deadline_remark: wire.longText().nullable(),
  create_time: wire.dateTime(), update_time: wire.dateTime(), enable_flag: wire.flag(), approval_flow_info: wire.of('list', z.array(z.unknown())),
  create_user_info: wire.of('user', userInfo), company: wire.of('company', companyRef), status_info: wire.of('status', statusInfo, { serviceFilter: true }),
});
