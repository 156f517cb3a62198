/** Field labels by resource and wire key. Documents share most words, so shared ones are written once. */
const document = {
  exchange_rate: 'Rate to CNY', exchange_rate_usd: 'Rate to USD', currency: 'Currency', amount: 'Amount', amount_rmb: 'Amount (CNY)', amount_usd: 'Amount (USD)',
  addition_cost_amount: 'Extra costs', product_total_amount: 'Products total', product_total_count: 'Quantity', create_time: 'Created', update_time: 'Updated',
  create_user_info: 'Created by', update_user_info: 'Updated by', handler_info: 'Handlers', remark: 'Remark',
};
const terms = {
  name: 'Name', price_contract: 'Price terms', receive_remittance_way: 'Payment method', price_contract_remark: 'Price terms note', receive_remittance_remark: 'Payment note', insurance_remark: 'Insurance',
  company_name: 'Company (as printed)', company_phone: 'Company phone', company_fax: 'Company fax', company_address: 'Company address', company: 'Company', opportunity_id: 'Opportunity ID',
  customer_name: 'Contact', customer_phone: 'Contact phone', customer_address: 'Contact address', transport_mode: 'Transport', shipment_deadline: 'Shipment deadline',
  shipment_deadline_remark: 'Shipment note', shipment_port: 'Port of loading', target_port: 'Port of discharge',
};
const profile = {
  name: 'Name', short_name: 'Short name', serial_id: 'Number', order_time: 'Last activity', create_time: 'Created', update_time: 'Updated', edit_time: 'Edited', user_id: 'Owner',
  country: 'Country', province: 'Province', city: 'City', tel: 'Phone', fax: 'Fax', address: 'Address', homepage: 'Website', remark: 'Remark', group_id: 'Group', scale_id: 'Size', biz_type: 'Business type',
  origin_list: 'Sources', customers: 'Contacts',
};

export const enFields = {
  trail: {
    follow_up_id: 'Follow-up ID', trail_id: 'Trail ID', type: 'Type', client_id: 'Client ID', create_user: 'Created by', refer_id: 'Reference ID', content: 'Content', file_ids: 'File IDs',
    enable_flag: 'Enabled', created_at: 'Recorded', create_time: 'Created', update_time: 'Updated', company_id: 'Company ID', customer_id: 'Contact IDs', lead_id: 'Lead ID', lead_customer_id: 'Lead contact IDs',
    opportunity_id: 'Opportunity ID', delete_flag: 'Deleted', inquiry_id: 'Inquiry ID', track_session_no: 'Session no.', comment_count: 'Comments', company_info: 'Company', lead_info: 'Lead',
    opportunity_info: 'Opportunity', create_user_info: 'Author', customer_info: 'Contacts', lead_customer_info: 'Lead contacts', file_info: 'Files',
  },
  company: {
    ...profile, company_id: 'Company ID', create_user: 'Created by', last_edit_user: 'Last edited by', archive_type: 'Archive type', tel_area_code: 'Country code', pool_id: 'Pool group', is_public: 'Public pool',
    star: 'Stars', intention_level: 'Interest', annual_procurement: 'Buys per year', timezone: 'Time zone', category_ids: 'Categories', product_group_ids: 'Product groups', image_list: 'Images',
    next_follow_up_time: 'Next follow-up', recent_follow_up_time: 'Last follow-up', trail_status: 'Stage', tag: 'Tags', owner: 'Owners',
  },
  lead: { ...profile, lead_id: 'Lead ID', company_name: 'Company name', status: 'Status', status_name: 'Status name' },
  order: {
    ...document, ...terms, order_id: 'Order ID', order_no: 'Order no.', account_date: 'Order date', order_contract: 'Contract terms', country: 'Country', users: 'Shares (IDs)', users_info: 'Sales shares',
    departments_info: 'Departments', product_list: 'Lines', customer_email: 'Contact e-mail', more_or_less: 'Tolerance', package_remark: 'Packing', marked: 'Marks', stock_up_status: 'Stock-up',
    shipping_status: 'Shipping', end_status: 'Completion', create_user: 'Created by', update_user: 'Updated by', archive_type: 'Archive type', source_type: 'Source',
  },
  quotation: {
    ...document, ...terms, quotation_id: 'Quotation ID', _id: 'Internal ID', quotation_no: 'Quotation no.', lock_flag: 'Lock', can_unlock: 'Can unlock', approval_status: 'Approval', company_id: 'Company ID',
    customer_id: 'Contact ID', quotation_date: 'Quotation date', enable_flag: 'Enabled', approval_flow_info: 'Approval flow', status_info: 'Status',
  },
  purchaseOrder: {
    ...document, purchase_order_id: 'Purchase order ID', purchase_order_no: 'Purchase order no.', status_info: 'Status', inbound_status_info: 'Inbound', supplier_info: 'Supplier', purchase_date: 'Purchase date',
    delivery_date: 'Delivery date', payment_status_info: 'Payment', create_type: 'Created through', parts_total_count: 'Parts', payment_amount: 'Paid', payment_amount_rmb: 'Paid (CNY)', payment_amount_usd: 'Paid (USD)',
    product_total_amount_rmb: 'Products total (CNY)', product_total_amount_usd: 'Products total (USD)', product_total_count_no_parts: 'Quantity without parts',
  },
  outboundInvoice: {
    ...document, outbound_invoice_id: 'Invoice ID', serial_id: 'Invoice no.', warehouse_invoice_time: 'Invoice date', status: 'Status', discount: 'Discount', discount_rate: 'Discount %',
    product_total_amount_rmb: 'Products total (CNY)', product_total_amount_usd: 'Products total (USD)', source_type: 'Source', invoice_warehouse_info: 'Warehouse', company_info: 'Company', record_list: 'Lines',
  },
  receipt: {
    ...document, cash_collection_invoice_id: 'Receipt ID', cash_collection_invoice_no: 'Receipt no.', collection_date: 'Collected on', type: 'Type', trade_no: 'Transaction no.', account_name: 'Payer',
    bank_name: 'Bank', bank_account: 'Bank account', real_amount: 'Received', status: 'Status', company_info: 'Company', capital_account_id: 'Capital account', record_list: 'Write-offs',
  },
  user: { user_id: 'User ID', email: 'E-mail', nickname: 'Nickname', full_name: 'Full name', position: 'Position', enable_flag: 'Enabled', departments: 'Departments' },
};

/** Fields of lines and contact cards. */
export const enParts = {
  line: {
    product_no: 'Product no.', product_name: 'Product', product_cn_name: 'Chinese name', product_model: 'Model', product_unit: 'Unit', sku_code: 'SKU', sku_id: 'SKU ID', product_id: 'Product ID', unique_id: 'Line ID',
    count: 'Quantity', unit_price: 'Unit price', other_cost: 'Other cost', cost_amount: 'Cost amount', outbound_count: 'Shipped', sale_count: 'Ordered', sale_price: 'Price', product_amount: 'Amount',
    moment_enable_count: 'In stock', order_id: 'Order ID', order_no: 'Order no.', order_record_id: 'Order line', cost_unit_price_rmb: 'Unit cost (CNY)', product_type: 'Product type', product_disable_flag: 'Discontinued',
    outbound_record_id: 'Line ID', outbound_invoice_id: 'Invoice ID', refer_id: 'Document ID', refer_type: 'Document type', cash_collection_amount: 'Written off', cash_collection_invoice_amount: 'Allocated',
    cash_collection_comment: 'Comment',
  },
  contact: {
    email: 'E-mail', tel: 'Phone', tel_list: 'Phones', post: 'Position', qq: 'QQ', linkedin: 'LinkedIn', skype: 'Skype', whatsapp: 'WhatsApp', facebook: 'Facebook', wechat: 'WeChat', twitter: 'X', birth: 'Birthday',
    remark: 'Remark', post_grade: 'Seniority', gender: 'Gender', main: 'Main contact',
  },
};
